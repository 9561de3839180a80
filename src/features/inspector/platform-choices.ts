/** Platforms as people call them. */
import type { Platform } from '../../../core/scenario/scenario.ts';
import type { Choice } from '../../ui/widgets/ChoiceField.tsx';

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
