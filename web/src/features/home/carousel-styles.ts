import '@mantine/carousel/styles.css';
