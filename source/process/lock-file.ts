import {randomBytes} from 'node:crypto';
import {linkSync, readdirSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {basename, dirname, join} from 'node:path';
import process from 'node:process';
import {readRegularFile} from './regular-file.ts';
import {isAlive} from './start-time.ts';

type LockOptions = {
	now(): number;
	sleep(ms: number, signal?: AbortSignal): Promise<void>;
	/** How long to wait for another holder, in milliseconds. */
	giveUpAfterMs?: number;
	signal?: AbortSignal;
};

/** What a lock file says. */
type Holder = {pid: number; createdAt: string; token: string};

/** Somebody else held the lock for the whole wait. */
export class LockTimeoutError extends Error {
	override readonly name = 'LockTimeoutError';
	readonly path: string;
	/** The process that holds it, when the file says so. */
	readonly holderPid: number | null;

	constructor(path: string, holderPid: number | null) {
		super(holderPid === null ? `${path} is locked.` : `${path} is locked by process ${holderPid}.`);
		this.path = path;
		this.holderPid = holderPid;
	}
}

const retryEveryMs = 25;
const staleAfterMs = 30_000;

/**
 * Runs `action` while this process holds the lock file `path` (exclusive create, content `{pid, createdAt, token}`).
 * Retries each 25 ms and gives up after 5 s with `LockTimeoutError`. "A lock older than 30 s or of a dead pid is
 * removed; only the own token is removed at the end."
 */
export async function withLock<T>(path: string, options: LockOptions, action: () => Promise<T> | T): Promise<T> {
	const token = await acquire(path, options);
	try {
		return await action();
	} finally {
		release(path, token);
	}
}

async function acquire(path: string, options: LockOptions): Promise<string> {
	for (let waitedMs = 0; ; waitedMs += retryEveryMs) {
		const token = tryCreate(path, options.now());
		if (token !== null) return token;
		if (removeWhenStale(path, options.now())) continue;
		if (waitedMs >= (options.giveUpAfterMs ?? 5000)) throw new LockTimeoutError(path, readHolder(path)?.pid ?? null);
		await options.sleep(retryEveryMs, options.signal);
	}
}

/**
 * Creates the lock with its content in one step: a draft is written first and linked to the path, which fails when the
 * path exists. A process killed in between leaves a draft, never a lock without a holder.
 */
function tryCreate(path: string, now: number): string | null {
	const token = randomBytes(16).toString('hex');
	const holder: Holder = {pid: process.pid, createdAt: new Date(now).toISOString(), token};
	const draft = `${draftPrefix(path)}${process.pid}.${token}`;
	const content = `${JSON.stringify(holder)}\n`;
	writeFileSync(draft, content, {flag: 'wx', mode: 0o600});
	try {
		try {
			linkSync(draft, path);
		} catch (error) {
			// Some file systems have no hard links; the plain exclusive create is nearly as good.
			if (!hasNoLinks(error)) throw error;
			writeFileSync(path, content, {flag: 'wx', mode: 0o600});
		}
	} catch (error) {
		// ENOENT: the holder has cleared this draft away.
		const {code} = error as NodeJS.ErrnoException;
		if (code === 'EEXIST' || code === 'ENOENT') return null;
		throw error;
	} finally {
		rmSync(draft, {force: true});
	}
	removeDrafts(path);
	return token;
}

const hasNoLinks = (error: unknown) =>
	['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'].includes((error as NodeJS.ErrnoException).code ?? '');

const draftPrefix = (path: string) => `${path}.tmp.`;

function removeDrafts(path: string): void {
	const [directory, prefix] = [dirname(path), basename(draftPrefix(path))];
	for (const name of readdirSync(directory)) if (name.startsWith(prefix)) rmSync(join(directory, name), {force: true});
}

function release(path: string, token: string): void {
	if (readHolder(path)?.token === token) rmSync(path, {force: true});
}

/**
 * Two waiters may find the same stale lock: the second must not remove the lock the first has just taken. So removal
 * happens under a lock of its own that is held for a few file system calls without yielding, and looks again.
 */
function removeWhenStale(path: string, now: number): boolean {
	if (!isStale(path, now)) return false;
	const guard = `${path}.break`;
	try {
		writeFileSync(guard, '', {flag: 'wx', mode: 0o600});
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
		// A guard this old belongs to a process that was killed between two calls.
		if (ageOf(guard, now) > staleAfterMs) rmSync(guard, {force: true});
		return false;
	}
	try {
		if (isStale(path, now)) rmSync(path, {force: true});
	} finally {
		rmSync(guard, {force: true});
	}
	return true;
}

function isStale(path: string, now: number): boolean {
	const holder = readHolder(path);
	// Not written by this code: a file that somebody put there by hand, or a damaged one.
	if (holder === null) return ageOf(path, now) > staleAfterMs;
	if (holder.pid !== process.pid && !isAlive(holder.pid)) return true;
	return now - Date.parse(holder.createdAt) > staleAfterMs;
}

/** Milliseconds since the last change of a file; 0 when it is gone. */
const ageOf = (path: string, now: number) => now - (statSync(path, {throwIfNoEntry: false})?.mtimeMs ?? now);

function readHolder(path: string): Holder | null {
	try {
		const holder: unknown = JSON.parse(readRegularFile(path));
		return isHolder(holder) ? holder : null;
	} catch {
		return null;
	}
}

const isHolder = (value: unknown): value is Holder =>
	typeof value === 'object' &&
	value !== null &&
	typeof (value as Holder).pid === 'number' &&
	typeof (value as Holder).token === 'string' &&
	!Number.isNaN(Date.parse((value as Holder).createdAt));
