/** What a player's buttons show, on the grid of the page's other icons. */
import type { ReactNode } from 'react';

const face = (marks: ReactNode) => (
  <svg
    viewBox="0 0 16 16"
    width={16}
    height={16}
    fill="none"
    stroke="currentColor"
    strokeWidth="1.5"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    {marks}
  </svg>
);

export const pauseIcon = face(<path d="M5.5 3v10M10.5 3v10" strokeWidth="2" />);
export const stepIcon = face(<path d="M3.5 3v10L10 8zM12.5 3v10" />);
export const restartIcon = face(<path d="M3 3v3.5h3.5M3.3 6.2A5.2 5.2 0 1 1 3 9.5" />);
