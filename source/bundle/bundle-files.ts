import type {EvidenceKind} from '../../contract/enums.ts';

/**
 * Names of the files of a failure bundle. The format owns exactly these names in its directory: a stale one is replaced
 * or removed, any other file is never touched.
 */
export const metaFile = 'meta.json';
export const partialFile = '.partial';
export const stagingFolder = '.tmp';

const codeEndings: Record<string, string> = {python: 'py', javascript: 'js', typescript: 'ts'};
export const codeFile = (language: string) => `code.${codeEndings[language] ?? 'py'}`;

const evidenceEndings: Record<EvidenceKind, string> = {
	log: 'txt',
	network: 'json',
	console: 'json',
	screenshot: 'png',
	snapshot: 'html',
};
export const isEvidenceKind = (kind: string): kind is EvidenceKind => Object.hasOwn(evidenceEndings, kind);

/** Step index with two digits, three from 100 on. */
export const stepNumber = (index: number) => String(index).padStart(2, '0');

export const stepFile = (index: number, name: 'screenshot.png' | 'snapshot.html' | 'snapshot.txt' | 'evidence.json') =>
	`steps/${stepNumber(index)}-${name}`;

/** The `ordinal`-th piece of evidence of a kind at a step, counted from 0. */
export const evidenceFile = (index: number, kind: EvidenceKind, ordinal: number) =>
	`steps/${stepNumber(index)}-${kind}-${ordinal}.${evidenceEndings[kind]}`;

/** `video.webm` when the URL ends so, else `video.mp4`. */
export function videoFile(url: string): string {
	const ending = /\.(mp4|webm)$/i.exec(new URL(url).pathname)?.[1];
	return `video.${ending?.toLowerCase() ?? 'mp4'}`;
}

const ownedNames = new Set([
	'result.json',
	'steps.json',
	'failure.json',
	'code.py',
	'code.js',
	'code.ts',
	'video.mp4',
	'video.webm',
	metaFile,
]);
const ownedStepName =
	/^steps\/\d{2,}-(?:screenshot\.png|snapshot\.(?:html|txt)|evidence\.json|log-\d+\.txt|network-\d+\.json|console-\d+\.json|screenshot-\d+\.png|snapshot-\d+\.html)$/;

/** Whether the format owns a name (relative, with forward slashes). */
export const isOwned = (name: string) => ownedNames.has(name) || ownedStepName.test(name);
