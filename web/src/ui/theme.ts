// Import only the styles of components on the first screens. The styles of the whole library are four times
// as large.
import '@mantine/core/styles/default-css-variables.css';
import '@mantine/core/styles/baseline.css';
import '@mantine/core/styles/global.css';
import '@mantine/core/styles/UnstyledButton.css';
import '@mantine/core/styles/VisuallyHidden.css';
import '@mantine/core/styles/ActionIcon.css';
import '@mantine/core/styles/CloseButton.css';
import '@mantine/core/styles/Loader.css';
import '@mantine/core/styles/Button.css';
import '@mantine/core/styles/Input.css';
import './tokens.css';
import { createTheme, type MantineColorsTuple } from '@mantine/core';

/** Colours of the brand. Their contrast on white is 5.0:1 for shade 6 and 6.4:1 for shade 7. */
const lagoon: MantineColorsTuple = [
  '#e7f5f2',
  '#cfe9e4',
  '#a1d4cb',
  '#6fbfb2',
  '#45aa9c',
  '#24917f',
  '#0f7c70',
  '#0b6b62',
  '#085850',
  '#06443e',
];

const ink: MantineColorsTuple = [
  '#e6efec',
  '#c5d3cf',
  '#a3b5b0',
  '#7d918c',
  '#51655f',
  '#2b3d39',
  '#1b2b28',
  '#121f1d',
  '#0c1514',
  '#080f0e',
];

export const theme = createTheme({
  primaryColor: 'lagoon',
  primaryShade: { light: 7, dark: 6 },
  colors: { lagoon, dark: ink },
  fontFamily: "Inter, system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif",
  fontFamilyMonospace: "ui-monospace, 'SF Mono', 'Roboto Mono', Menlo, Consolas, monospace",
  defaultRadius: 'md',
  radius: { md: '10px', lg: '16px' },
  focusRing: 'auto',
  respectReducedMotion: true,
});
