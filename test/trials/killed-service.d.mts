/** What a test reads of an answer. */
type Answer = {id: string; batchId: string; state: string; version: number};

/** A built service that can be killed. */
export type KilledService = {
	call(method: string, path: string, body?: object): Promise<Answer>;
	kill(): Promise<void>;
};

export function startService(cli: string, home: string, state: {key?: string}): Promise<KilledService>;

/** The batch when its cleanup has ended. */
export function untilDone(service: KilledService, batchId: string): Promise<Answer>;

export function processesOf(home: string): string[];

export function untilNone(list: () => readonly unknown[], withinMs?: number): Promise<number>;

export function tableOf(rows: ReadonlyArray<Record<string, unknown>>): string;
