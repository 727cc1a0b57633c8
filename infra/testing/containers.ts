/** A store in a container of a test's own. */
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
  /** A line of its log that says that it answers. */
  readonly readyLine: RegExp;
}

/** Whether Docker, or something like it, answers here. Looked at only when asked: it takes half a second. */
export async function containersAnswer(): Promise<boolean> {
  const { getContainerRuntimeClient } = await import('testcontainers');
  return getContainerRuntimeClient().then(
    () => true,
    () => false,
  );
}

/** Starts a store through testcontainers, which removes it even when the test dies. */
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
