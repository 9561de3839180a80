/** Platforms as people call them. */
import type { Platform } from '../../model/scenario.ts';
import type { Choice } from '../../widgets/ChoiceField.tsx';

export const PLATFORM_NAMES: Readonly<Record<Platform, string>> = {
  cpu: 'CPU',
  fpga: 'FPGA',
  gpu: 'GPU',
  bus: 'Bus',
};
export const PLATFORMS = Object.keys(PLATFORM_NAMES) as readonly Platform[];

export const PLATFORM_CHOICES: readonly Choice<Platform | 'none'>[] = [
  { value: 'none', label: 'not said' },
  ...PLATFORMS.map((value) => ({ value, label: PLATFORM_NAMES[value] })),
];
