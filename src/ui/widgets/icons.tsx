/** Line pictures on a 16-unit grid. They take the colour of the text and are silent to screen readers. */
import type { ReactNode, SVGProps } from 'react';

export type IconProps = Omit<SVGProps<SVGSVGElement>, 'children'> & { readonly size?: number };

function icon(strokes: ReactNode) {
  return function Icon({ size = 16, ...rest }: IconProps) {
    return (
      <svg
        viewBox="0 0 16 16"
        width={size}
        height={size}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
        focusable="false"
        {...rest}
      >
        {strokes}
      </svg>
    );
  };
}

export const UndoIcon = icon(<path d="M5.5 3 2.5 6l3 3M2.5 6H9a4 4 0 0 1 0 8H6.5" />);
export const RedoIcon = icon(<path d="m10.5 3 3 3-3 3m3-3H7a4 4 0 0 0 0 8h2.5" />);
export const BranchIcon = icon(
  <>
    <circle cx="4.5" cy="3.5" r="1.6" />
    <circle cx="4.5" cy="12.5" r="1.6" />
    <circle cx="11.5" cy="6" r="1.6" />
    <path d="M4.5 5.1v5.8M11.5 7.6c0 2.4-4 1.6-6.6 3.6" />
  </>,
);
export const PlayIcon = icon(<path d="M4.5 2.8v10.4L13 8z" />);
export const StopIcon = icon(<rect x="3.5" y="3.5" width="9" height="9" rx="1" />);
/** A page with a line at this height. */
const dockIcon = (line: number) =>
  icon(
    <>
      <rect x="2.5" y="2.5" width="11" height="11" rx="1" />
      <path d={`M2.5 ${line}h11`} />
    </>,
  );
export const DockPeekIcon = dockIcon(11);
export const DockHalfIcon = dockIcon(7.5);
export const DockFullIcon = dockIcon(5);
export const PencilIcon = icon(<path d="m3 13 .6-2.6 7.2-7.2 2 2-7.2 7.2L3 13Zm6.6-8.6 2 2" />);
export const ShareIcon = icon(
  <>
    <circle cx="12" cy="3.5" r="1.8" />
    <circle cx="4" cy="8" r="1.8" />
    <circle cx="12" cy="12.5" r="1.8" />
    <path d="m5.6 7.1 4.8-2.7M5.6 8.9l4.8 2.7" />
  </>,
);
export const MoonIcon = icon(<path d="M13.3 9.8A5.8 5.8 0 0 1 6.2 2.7a5.8 5.8 0 1 0 7.1 7.1z" />);
export const PlusIcon = icon(<path d="M8 3v10M3 8h10" />);
export const MinusIcon = icon(<path d="M3 8h10" />);
export const FitIcon = icon(
  <path d="M2.5 6V3.5a1 1 0 0 1 1-1H6m4 0h2.5a1 1 0 0 1 1 1V6m0 4v2.5a1 1 0 0 1-1 1H10m-4 0H3.5a1 1 0 0 1-1-1V10" />,
);
export const LayoutIcon = icon(
  <>
    <rect x="1.8" y="6" width="4" height="4" rx="1" />
    <rect x="10.2" y="2" width="4" height="4" rx="1" />
    <rect x="10.2" y="10" width="4" height="4" rx="1" />
    <path d="M5.8 8H8m2.2-4H9a1 1 0 0 0-1 1v6a1 1 0 0 0 1 1h1.2" />
  </>,
);
export const SearchIcon = icon(
  <>
    <circle cx="7" cy="7" r="4.3" />
    <path d="m10.2 10.2 3.3 3.3" />
  </>,
);
export const WarningIcon = icon(<path d="M8 2.2 14.3 13H1.7zM8 6.3v3.2m0 1.9v.1" />);
export const InfoIcon = icon(
  <>
    <circle cx="8" cy="8" r="6" />
    <path d="M8 7.3v3.6m0-6v.1" />
  </>,
);
export const HelpIcon = icon(
  <>
    <circle cx="8" cy="8" r="6" />
    <path d="M6.2 6.3a1.8 1.8 0 1 1 2.7 1.6c-.6.3-.9.7-.9 1.4m0 1.9v.1" />
  </>,
);
export const DownloadIcon = icon(
  <path d="M8 2v8m-3-3 3 3 3-3M2.5 11v1.5a1 1 0 0 0 1 1h9a1 1 0 0 0 1-1V11" />,
);
export const UploadIcon = icon(<path d="M8 10V2M5 5l3-3 3 3M2.5 11v1.5a1 1 0 0 0 1 1h9a1 1 0 0 0 1-1V11" />);
export const TrashIcon = icon(<path d="M2.5 4.2h11M6 4V2.5h4V4m-6 .2.6 9.3h6.8l.6-9.3M6.7 7v4m2.6-4v4" />);
export const CopyIcon = icon(
  <>
    <rect x="5.5" y="5.5" width="8" height="8" rx="1.2" />
    <path d="M10.5 5.5v-2a1 1 0 0 0-1-1h-6a1 1 0 0 0-1 1v6a1 1 0 0 0 1 1h2" />
  </>,
);
export const GalleryIcon = icon(
  <>
    <rect x="2.2" y="2.2" width="4.8" height="4.8" rx="1" />
    <rect x="9" y="2.2" width="4.8" height="4.8" rx="1" />
    <rect x="2.2" y="9" width="4.8" height="4.8" rx="1" />
    <rect x="9" y="9" width="4.8" height="4.8" rx="1" />
  </>,
);
export const TableIcon = icon(<path d="M2.2 3h11.6v10H2.2zm0 3.5h11.6M6.3 3v10" />);
export const CloseIcon = icon(<path d="m4 4 8 8m0-8-8 8" />);
export const CheckIcon = icon(<path d="m3 8.5 3.3 3.3L13 4.8" />);
export const MoreIcon = icon(<path d="M3.4 8h.1M8 8h.1m4.5 0h.1" strokeWidth="2.2" />);
export const ChevronDownIcon = icon(<path d="m4 6 4 4 4-4" />);
export const ChevronRightIcon = icon(<path d="m6 4 4 4-4 4" />);
