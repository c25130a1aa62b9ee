import type {Endpoint} from './client/base-url.ts';
import type {Client} from './client/client.ts';
import type {ClientObserver} from './client/client-events.ts';
import type {Clock} from './client/clock.ts';
import type {LocalServiceOptions} from './client/find-local-service.ts';
import type {WaitOptions} from './client/poll.ts';
import type {Shell} from './completion/completion-tree.ts';
import type {ProjectId} from '../contract/ids.ts';
import type {KeyedRoute, KeyPrefix} from '../contract/route.ts';
import type {ServiceModule, TargetPolicy} from '../contract/service-process.ts';
import type {OutputMode} from './credentials/config-file.ts';
import type {Section} from './credentials/credentials-format.ts';
import type {DailyHint} from './system/daily-hints.ts';
import type {Resolved} from './credentials/resolve.ts';
import type {Notes} from './output/notes.ts';
import type {Progress} from './output/progress.ts';
import type {UserFiles} from './system/user-files.ts';

/** Whom a command talks to: read from flags, environment and the credentials file when it is first needed. */
export type Connection = {
	profile: string;
	/** The stored profile; undefined when there is none, and under `--dry-run`, which reads no file. */
	section: Section | undefined;
	endpoint: Resolved<Endpoint>;
	targetPolicy: TargetPolicy;
};

/** Everything a command may know and use. Under `--dry-run` the same parts answer without touching anything. */
export type Context = {
	version: string;
	/** Completes the commands of svc in a shell: made ahead by the build, or here. */
	completionScript(shell: Shell): Promise<string>;
	nodeVersion: string;
	env: Record<string, string | undefined>;
	cwd: string;
	output: OutputMode;
	dryRun: boolean;
	/** `--verbose` or `--debug`. */
	verbose: boolean;
	clock: Clock;
	uuid(): string;

	/** `--endpoint-url` and `--profile` as given, for commands that have precedence rules of their own. */
	given: {endpointUrl: string | undefined; profile: string | undefined};
	connection(): Connection;
	/** Connects at its first call; "no key: AUTH_REQUIRED, before any request". Calls end with `signal`. */
	client: Client;
	/** A client for other settings than those of `connection`. */
	connect(options: {endpoint: Endpoint; apiKey: string; observer?: ClientObserver}): Promise<Client>;
	requestTimeoutMs: number;
	observer: ClientObserver;
	/** What a wait needs besides an id; the deadline counts from now. */
	wait(timeoutSeconds: number): WaitOptions;
	localService(): LocalServiceOptions;
	loadService(): Promise<ServiceModule>;

	/**
	 * The own key of the caller, else a fresh one, which is said on stderr with `--verbose`.
	 * @param what the route, or the prefix of what a command does over several routes or by a name of its own
	 */
	idempotencyKey(what: KeyedRoute | KeyPrefix, own: string | undefined): string;
	/** `--project`, `SVC_PROJECT_ID`, `.svc/config.json`; none: VALIDATION_ERROR. */
	projectId(flag: string | undefined): string;
	/** Whether `projectId` would find one. */
	knowsProject(flag: string | undefined): boolean;
	/** The one that is configured here; undefined: none is, or it cannot be read. */
	knownProject(): string | undefined;

	notes: Notes;
	/** Advice that nobody asked for. */
	hint: DailyHint;
	progress: Progress;
	files: UserFiles;
	/** Asks for a secret on stderr; null when the input ends without an answer. */
	askSecret(message: string): Promise<string | null>;
	/** Asks for a line on stderr; null when the input ends without an answer. */
	askLine(message: string): Promise<string | null>;
	/** A line of a stream on stdout (`serve`, `--follow`); results are returned, not written. */
	writeLine(text: string): void;
	/** The same as one JSON document on one line (`serve`, `--stream`). */
	writeJsonLine(value: unknown): void;
	/** Aborted by the first signal, with an INTERRUPTED error as its reason. */
	signal: AbortSignal;
	/** Aborted by the second signal, for commands that handle signals. */
	hurry: AbortSignal;
	terminal: {isInput(): boolean; isOutput: boolean; columns: number; rows: number};
	/** Opens an http or https address; false where this machine has nothing to open it with. */
	openInBrowser(url: string): Promise<boolean>;
	/** Opens the dashboard; resolves with the number to end with. */
	openDashboard(request: DashboardRequest): Promise<number>;
};

/** What `svc ui` asks for. */
type DashboardRequest = {
	screen: string | null;
	id: string | null;
	/** Project of the flag, the environment or the project directory. */
	projectId: ProjectId | null;
	theme: 'ansi' | 'dark' | 'light' | 'none';
	mouse: boolean;
	ascii: boolean;
	accessible: boolean;
};
