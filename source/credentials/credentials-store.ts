import {readdirSync, rmSync, statSync} from 'node:fs';
import {basename, dirname, join} from 'node:path';
import process from 'node:process';
import {ApiError, invalidField} from '../errors/api-error.ts';
import type {LockTimeoutError} from '../process/lock-file.ts';
import {unreadableFile} from './config-file.ts';
import {formatCredentials, type Profiles, parseCredentials} from './credentials-format.ts';
import {readRegularFile} from '../process/regular-file.ts';

/** The keys `svc` knows. Undefined keeps what is stored, an empty string removes it. */
type ProfileValues = {api_key?: string; api_url?: string; target_policy?: string};

/** What reading the file found. `isReadableByOthers` is worth one warning. */
type StoredCredentials = {profiles: Profiles; isReadableByOthers: boolean};

/** Time for the wait on the lock. */
type LockClock = {now(): number; sleep(ms: number, signal?: AbortSignal): Promise<void>};

/** Reads the credentials file; a missing one is an empty one. Throws VALIDATION_ERROR when it cannot be read. */
export function readCredentials(path: string): StoredCredentials {
	try {
		const text = readRegularFile(path);
		const isReadableByOthers = process.platform !== 'win32' && (statSync(path).mode & 0o044) !== 0;
		return {profiles: parseCredentials(text), isReadableByOthers};
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {profiles: new Map(), isReadableByOthers: false};
		throw unreadableFile(
			'credentials file',
			path,
			error,
			'Make it a regular file that you may read, or run svc setup with another SVC_HOME.',
		);
	}
}

/**
 * Writes values of one profile, keeping its other keys and the other profiles. Creates the directory with 0700 and the
 * file with 0600. Rejects with VALIDATION_ERROR (control characters, symbolic link) or CONFLICT (locked).
 */
export async function writeProfile(
	path: string,
	profile: string,
	values: ProfileValues,
	clock: LockClock,
): Promise<void> {
	for (const [key, value] of Object.entries(values)) checkValue(key, value);
	await changeProfiles(path, clock, profiles => {
		const section = profiles.get(profile) ?? new Map<string, string>();
		for (const [key, value] of Object.entries(values)) if (value !== undefined) section.set(key, value);
		profiles.set(profile, section);
		return true;
	});
}

/** Deletes a profile; false when there was none. The last one leaves an empty file. */
export async function removeProfile(path: string, profile: string, clock: LockClock): Promise<boolean> {
	// Nothing to remove is known without a lock, which could not even be created in a directory that is not there.
	if (!readCredentials(path).profiles.has(profile)) return false;
	return changeProfiles(path, clock, profiles => profiles.delete(profile));
}

/** Reads, changes and replaces the file while holding `credentials.lock`; `change` says whether there is anything to write. */
async function changeProfiles(
	path: string,
	clock: LockClock,
	change: (profiles: Profiles) => boolean,
): Promise<boolean> {
	// Loaded here: every command reads, hardly one writes, and what writing needs costs start-up time.
	const [{SymlinkRefusedError, temporaryPrefix, writeFileAtomically}, {LockTimeoutError, withLock}, {makeDirectory}] =
		await Promise.all([
			import('../process/atomic-write.ts'),
			import('../process/lock-file.ts'),
			import('../process/place-file.ts'),
		]);
	makeDirectory(dirname(path), {mode: 0o700});
	try {
		return await withLock(`${path}.lock`, clock, () => {
			const {profiles} = readCredentials(path);
			if (!change(profiles)) return false;
			removeLeftovers(temporaryPrefix(path));
			writeFileAtomically(path, formatCredentials(profiles), {mode: 0o600});
			return true;
		});
	} catch (error) {
		if (error instanceof LockTimeoutError) throw locked(path, error);
		if (error instanceof SymlinkRefusedError) throw symlinkRefused(path, error);
		throw error;
	}
}

/** Temporary files of writers that were killed hold keys. Every writer holds the lock, so none of them is in use. */
function removeLeftovers(prefix: string): void {
	const directory = dirname(prefix);
	for (const name of readdirSync(directory)) {
		if (name.startsWith(basename(prefix))) rmSync(join(directory, name), {force: true});
	}
}

function checkValue(key: string, value: string | undefined): void {
	if (value !== undefined && /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/.test(value)) {
		throw invalidField(key, 'must not contain line breaks or other control characters');
	}
}

const locked = (path: string, cause: LockTimeoutError) =>
	new ApiError('CONFLICT', `The credentials file ${path} is being changed by another process.`, {
		nextAction: `Try again; if no svc process is running, delete ${cause.path}.`,
		details: {reason: 'locked', ...(cause.holderPid === null ? {} : {pid: cause.holderPid})},
		cause,
	});

const symlinkRefused = (path: string, cause: unknown) =>
	new ApiError('VALIDATION_ERROR', `${path} is a symbolic link and is not written through.`, {
		nextAction: 'Replace the link by a regular file, or point SVC_HOME at the directory it leads to.',
		details: {field: path, reason: 'symlink'},
		cause,
	});
