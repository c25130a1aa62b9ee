import {existsSync, mkdirSync, readFileSync, rmSync} from 'node:fs';
import {mkdtemp} from 'node:fs/promises';
import {join} from 'node:path';
import * as z from 'zod/mini';
import {writeFileAtomically} from '../source/process/atomic-write.ts';

/** A shop that runs as a process of its own; the start time guards against a reused pid. */
const shopRecord = z.object({pid: z.number(), startTime: z.string(), url: z.string()});
export type ShopRecord = z.infer<typeof shopRecord>;

const marker = 'demo.json';
const markerContent = z.object({shop: z.nullable(shopRecord)});

/** Where a person's machine and account are described, as far as the demo asks. */
export interface Machine {
	platform: NodeJS.Platform;
	env: Record<string, string | undefined>;
	homeDirectory: string;
	temporaryDirectory: string;
}

function userDataDirectory({platform, env, homeDirectory}: Machine): string {
	if (platform === 'win32') return env['LOCALAPPDATA'] || join(homeDirectory, 'AppData', 'Local');
	if (platform === 'darwin') return join(homeDirectory, 'Library', 'Application Support');
	return env['XDG_DATA_HOME'] || join(homeDirectory, '.local', 'share');
}

/** The one directory that `--keep` uses, so that `--stop` and a second `--keep` find it again. */
export const keptHome = (machine: Machine) => join(userDataDirectory(machine), 'svc-demo');

/** The directory for this demo: the kept one, or a new one that nobody else uses. Both hold a marker before any data. */
export async function createHome(machine: Machine, keep: boolean): Promise<string> {
	const home = keep ? keptHome(machine) : await mkdtemp(join(machine.temporaryDirectory, 'svc-demo-'));
	mkdirSync(home, {recursive: true, mode: 0o700});
	if (!isDemoHome(home)) writeShopRecord(home, null);
	return home;
}

/** Whether a demo made this directory; only such a directory is ever removed. */
export const isDemoHome = (home: string) => existsSync(join(home, marker));

/** Remembers which shop belongs to this directory; null: none. */
export function writeShopRecord(home: string, shop: ShopRecord | null): void {
	writeFileAtomically(join(home, marker), `${JSON.stringify({shop}, null, '\t')}\n`, {mode: 0o600});
}

/** The shop that was started for this directory, running or not; null when there is none or the note is unreadable. */
export function readShopRecord(home: string): ShopRecord | null {
	try {
		return markerContent.parse(JSON.parse(readFileSync(join(home, marker), 'utf8'))).shop;
	} catch {
		return null;
	}
}

/** Removes the data of a demo; a directory without the marker is left alone. */
export function removeHome(home: string): void {
	if (isDemoHome(home)) rmSync(home, {recursive: true, force: true, maxRetries: 5, retryDelay: 100});
}

/** What the demo has of the machine and the terminal it plays on. */
export interface DemoContext extends Machine {
	/** The built client, the built shop, and the folders with the tests of the API and with the plans of the website. */
	files: {cli: string; shop: string; tests: string; plans: string};
	/** Both ends are a terminal that is large enough for the dashboard. */
	hasScreen: boolean;
	/** Results and steps; stdout of the demo. */
	print(line: string): void;
	/** What the commands say on the way; stderr of the demo. */
	notice(line: string): void;
	/** Aborted by Ctrl-C and its like. */
	signal: AbortSignal;
}
