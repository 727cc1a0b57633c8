export interface StoreContainer {
  /** `host:port` where the store answers on this machine. */
  readonly address: string;
  stop(): Promise<void>;
}

export interface StoreContainerOptions {
  readonly image: string;
  /** Inside the container. */
  readonly port: number;
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly readyLine: RegExp;
}

/** Tells whether Docker or a compatible runtime answers. Takes half a second. */
export async function containersAnswer(): Promise<boolean> {
  const { getContainerRuntimeClient } = await import('testcontainers');
  return getContainerRuntimeClient().then(
    () => true,
    () => false,
  );
}

/** `testcontainers` removes it even when the test dies. */
export async function startContainer(options: StoreContainerOptions): Promise<StoreContainer> {
  const { GenericContainer, Wait } = await import('testcontainers');
  const { image, port, command = [], environment = {}, readyLine } = options;
  const container = await new GenericContainer(image)
    .withCommand([...command])
    .withEnvironment(environment)
    .withExposedPorts(port)
    .withWaitStrategy(Wait.forLogMessage(readyLine))
    .start();
  return {
    address: `${container.getHost()}:${container.getMappedPort(port)}`,
    stop: async () => {
      await container.stop();
    },
  };
}
