import { setSimulation, useSession } from '../../state/session-store.ts';

const LARGEST = 2 ** 32 - 1;

/** The seed of the simulation; another one starts another course of events. */
export function SeedField({ onChange }: { onChange(): void }) {
  const seed = useSession((session) => session.simulation.seed ?? 1);
  const take = (input: HTMLInputElement): void => {
    const value = Number(input.value);
    const isSeed = input.value.trim() !== '' && Number.isInteger(value) && value >= 0 && value <= LARGEST;
    if (!isSeed) input.value = String(seed);
    if (!isSeed || value === seed) return;
    setSimulation({ seed: value });
    onChange();
  };
  return (
    <label
      className="animation__seed"
      title="The same seed gives the same course: the first replication of a simulation."
    >
      seed
      <input
        key={seed}
        className="w-input"
        inputMode="numeric"
        defaultValue={seed}
        onBlur={(event) => take(event.currentTarget)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') take(event.currentTarget);
        }}
      />
    </label>
  );
}
