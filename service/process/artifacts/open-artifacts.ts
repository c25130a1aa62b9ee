import {randomUUID} from 'node:crypto';
import {fileURLToPath} from 'node:url';
import type {ArtifactPlace, Artifacts} from '../../domain/artifacts.ts';
import {ServeError} from '../serve-error.ts';
import {directoryPlace} from './directory-place.ts';
import type {S3Options} from './s3-place.ts';

/** Which variable says where pictures and pages of runs are kept. */
export const artifactsVariable = 'SVC_ARTIFACTS_URL';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Where the pictures and pages of runs are kept: `file:///folder` or
 * `s3://bucket/prefix?endpoint=https://…&region=…&path-style=true`; nothing said: in the database. Throws `ServeError`
 * for what cannot be used, after it has written, read and removed a few bytes there.
 */
export async function openArtifacts(env: Environment): Promise<Artifacts> {
	const opened = await namedPlace(env);
	if (opened) await tryPlace(opened);
	let problem: string | null = null;
	const place: ArtifactPlace | null = opened && {
		...opened,
		async write(...given) {
			try {
				const address = await opened.write(...given);
				problem = null;
				return address;
			} catch (error) {
				problem = wordsOf(error);
				throw error;
			}
		},
	};
	return {place, problem: () => problem, read: readerOf(env, opened)};
}

/** Reads what is kept outside the database, wherever that is, and writes nothing. Throws `ServeError` for what is no place. */
export const artifactReader = async (env: Environment): Promise<Artifacts['read']> =>
	readerOf(env, await namedPlace(env));

const named = (env: Environment): string => env[artifactsVariable]?.trim() ?? '';

async function namedPlace(env: Environment): Promise<ArtifactPlace | null> {
	const text = named(env);
	return text === '' ? null : openPlace(text);
}

/** Addresses of before stay readable when the place is another one now, or the database. */
function readerOf(env: Environment, place: ArtifactPlace | null): Artifacts['read'] {
	const readers = new Map(place ? [[schemeOf(named(env)), place]] : []);
	return async address => {
		const scheme = schemeOf(address);
		const reader = readers.get(scheme) ?? (await openPlace(address));
		readers.set(scheme, reader);
		return reader.read(address);
	};
}

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const schemeOf = (address: string): string => new URL(address).protocol;

async function openPlace(text: string): Promise<ArtifactPlace> {
	const url = URL.canParse(text) ? new URL(text) : null;
	if (url?.protocol === 'file:' && url.hostname === '') return directoryPlace(fileURLToPath(url));
	const options = url && s3Options(url);
	if (!options)
		throw refused(
			`${artifactsVariable} is no place for pictures.`,
			'Write it as file:///absolute/folder or s3://bucket/prefix?endpoint=https://storage.example&region=eu-central-1.',
			'url',
		);
	return (await import('./s3-place.ts')).s3Place(options);
}

/** Null: it is no address of S3. Who one is may not stand in it. */
function s3Options(url: URL): S3Options | null {
	if (url.protocol !== 's3:' || url.hostname === '' || url.username !== '' || url.password !== '') return null;
	const known = new Set(['endpoint', 'region', 'path-style']);
	if ([...url.searchParams.keys()].some(name => !known.has(name))) return null;
	const endpoint = url.searchParams.get('endpoint');
	if (endpoint !== null && !/^https?:$/.test(URL.canParse(endpoint) ? new URL(endpoint).protocol : '')) return null;
	return {
		bucket: url.hostname,
		prefix: url.pathname
			.split('/')
			.filter(part => part !== '')
			.join('/'),
		endpoint,
		region: url.searchParams.get('region'),
		// Storages of one's own seldom have a name for each bucket.
		pathStyle: (url.searchParams.get('path-style') ?? String(endpoint !== null)) === 'true',
	};
}

/** A place that takes nothing would be noticed only by the pictures that are missing. */
async function tryPlace(place: ArtifactPlace): Promise<void> {
	try {
		const address = await place.write(`probe-${randomUUID()}`, new TextEncoder().encode('svc'), 'text/plain');
		const read = await place.read(address);
		await place.remove(address);
		if (read === null || new TextDecoder().decode(read) !== 'svc') throw new Error('what was written is not there');
	} catch (error) {
		throw refused(
			`The place for pictures, ${place.name}, cannot be used: ${wordsOf(error)}.`,
			place.name.startsWith('s3:')
				? 'Check bucket, endpoint and region, and the credentials of AWS (AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, or a role): it needs to put, get, delete and list objects.'
				: 'Name a folder that this user may write to.',
			'unusable',
			error,
		);
	}
}

const refused = (message: string, nextAction: string, reason: string, cause?: unknown) =>
	new ServeError('VALIDATION_ERROR', message, {nextAction, details: {field: artifactsVariable, reason}, cause});
