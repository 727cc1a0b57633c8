import type { ComponentType, ReactNode, SVGProps } from 'react';

export type Icon = ComponentType<SVGProps<SVGSVGElement>>;

export function icon(paths: ReactNode): Icon {
  return function Icon(props: SVGProps<SVGSVGElement>) {
    return (
      <svg
        viewBox="0 0 24 24"
        width="1.25em"
        height="1.25em"
        fill="none"
        stroke="currentColor"
        strokeWidth={1.75}
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
        focusable="false"
        {...props}
      >
        {paths}
      </svg>
    );
  };
}

export const HomeIcon = icon(<path d="M3 11.5 12 4l9 7.5M5.5 10v9.5h13V10M10 19.5v-5h4v5" />);
export const HistoryIcon = icon(<path d="M3.5 12A8.5 8.5 0 1 0 6 6L3.5 8.5M3.5 3.5v5h5M12 7.5V12l3 2" />);
export const BankIcon = icon(<path d="M3 9.5 12 4l9 5.5M4 20h16M6 10v7M10 10v7M14 10v7M18 10v7" />);
export const UpgradeIcon = icon(<path d="M12 20V7M6 12l6-6 6 6M5 3.5h14" />);
export const ProfileIcon = icon(
  <>
    <circle cx="12" cy="8" r="4" />
    <path d="M4.5 20.5c1-4 4-5.5 7.5-5.5s6.5 1.5 7.5 5.5" />
  </>,
);
export const DocsIcon = icon(<path d="M6 3h8l5 5v13H6zM14 3v5h5M9 13h7M9 17h5" />);
export const MoonIcon = icon(<path d="M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5z" />);
export const LogoutIcon = icon(<path d="M10 4H5v16h5M15 8l4 4-4 4M19 12H9" />);
export const MenuIcon = icon(<path d="M4 7h16M4 12h16M4 17h16" />);
export const PlusIcon = icon(<path d="M12 5v14M5 12h14" />);
export const ChatIcon = icon(
  <path d="M12 4c5 0 9 3.3 9 7.5S17 19 12 19c-1 0-2-.1-3-.4L4 20.5l1.2-3.8C3.8 15.3 3 13.5 3 11.5 3 7.3 7 4 12 4z" />,
);
export const CopyIcon = icon(
  <>
    <rect x="8.5" y="8.5" width="12" height="12" rx="2" />
    <path d="M15.5 5.500v-1a1 1 0 0 0-1-1h-10a1 1 0 0 0-1 1v10a1 1 0 0 0 1 1h1" />
  </>,
);
export const CheckIcon = icon(<path d="m5 12.5 4.5 4.500L19 7.5" />);
export const CrossIcon = icon(<path d="m6 6 12 12M18 6 6 18" />);
export const WarningIcon = icon(<path d="M12 4 2.5 20h19zM12 10v4.500M12 17.300h.01" />);
export const EyeIcon = icon(
  <>
    <path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12z" />
    <circle cx="12" cy="12" r="3" />
  </>,
);
export const EyeOffIcon = icon(
  <path d="M4 4l16 16M9.5 5.900A9 9 0 0 1 12 5.500c6 0 9.5 6.5 9.5 6.500a17 17 0 0 1-3 3.700M6.3 7.500A16 16 0 0 0 2.5 12S6 18.5 12 18.500c1.6 0 3-.4 4.3-1.100M10 10a3 3 0 0 0 4.1 4.2" />,
);
export const BackspaceIcon = icon(<path d="M8.5 5.5H21v13H8.500L2.5 12zM11.5 9.500l5 5M16.5 9.500l-5 5" />);
export const PauseIcon = icon(<path d="M8.5 5.500v13M15.5 5.500v13" />);
export const PlayIcon = icon(<path d="M7.5 5v14l11-7z" />);
export const ChevronRightIcon = icon(<path d="m9 5.5 6.5 6.500L9 18.5" />);
export const ChevronUpIcon = icon(<path d="M5.5 15 12 8.500l6.500 6.500" />);
export const ChevronDownIcon = icon(<path d="m5.5 9 6.500 6.500L18.500 9" />);
export const ChevronLeftIcon = icon(<path d="M15 5.5 8.5 12l6.5 6.5" />);
export const ShareIcon = icon(<path d="M12 15V3.500M8 7l4-4 4 4M5 12v8.500h14V12" />);
export const DownloadIcon = icon(<path d="M12 3.500V15M8 11.500l4 4 4-4M5 20.500h14" />);
export const SearchIcon = icon(
  <>
    <circle cx="11" cy="11" r="6.5" />
    <path d="m16 16 4.5 4.5" />
  </>,
);
export const ClockIcon = icon(
  <>
    <circle cx="12" cy="12" r="8.5" />
    <path d="M12 7.500V12l3 2" />
  </>,
);
export const SwapIcon = icon(<path d="M4 8h14l-3.5-3.500M20 16H6l3.5 3.5" />);
export const CardIcon = icon(
  <>
    <rect x="3" y="5.5" width="18" height="13" rx="2" />
    <path d="M3 10h18M7 15h3" />
  </>,
);
export const TicketIcon = icon(
  <path d="M3.5 7h17v3.500a1.8 1.8 0 0 0 0 3.500V17.500h-17V14a1.8 1.8 0 0 0 0-3.500zM14 7.500v9.5" />,
);
export const PlaneIcon = icon(<path d="m3 13 18-8-5 15-4-6zM12 14l9-9" />);
export const ChartIcon = icon(<path d="M4 20h16M6.500 20v-6M12 20V5M17.500 20v-9" />);
export const GaugeIcon = icon(<path d="M4 17a8.5 8.5 0 1 1 16 0M12 15.500l3.5-5" />);
export const IdIcon = icon(
  <>
    <rect x="3" y="5" width="18" height="14" rx="2" />
    <circle cx="8.5" cy="11" r="2" />
    <path d="M5.5 16c.7-1.6 1.7-2.3 3-2.300s2.3.7 3 2.300M14.5 10h4M14.5 14h4" />
  </>,
);
export const FingerprintIcon = icon(
  <path d="M6 8.500a7 7 0 0 1 12.500 4.300M5 13a16 16 0 0 0 .3-1.500 6.500 6.500 0 0 1 .2-1M8.500 19a14 14 0 0 0 1-6.500 2.600 2.600 0 0 1 5.200 0 19 19 0 0 1-1.200 7.500M12.100 12.500a16 16 0 0 1-1 5.500M6.500 17.500a13 13 0 0 0 .5-5 5.100 5.100 0 0 1 7.500-4.400M17.300 12a21 21 0 0 1-.4 4.500" />,
);
