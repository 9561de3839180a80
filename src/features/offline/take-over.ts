/** What the page says to a new version that waits. */
export const TAKE_OVER = 'take over';
