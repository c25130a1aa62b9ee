import {spawn} from 'node:child_process';
import {createHmac} from 'node:crypto';
import {readdir, readFile} from 'node:fs/promises';
import {join} from 'node:path';
import process from 'node:process';
import {type KeyBox, openKey, openLine} from './left-seal.ts';
import {type Hidden, readHidden, readCall, readMessage} from './python-messages.ts';
import type {LeftExecution} from './runner.ts';

/** What a test has kept of its calls in a file of its own (`journal.py`), opened. */
export type Journal = {
	path: string;
	executionId: string;
	/** Entries of its log. */
	entries: Buffer;
	names: Hidden;
};

/** Longer than any journal takes. */
const recoverTimeoutMs = 60_000;

/** Journals of the runtimes whose folders have these names, as far as this service can open them, and all their files. */
export async function readJournals(
	scratchDir: string,
	isWanted: (folder: string) => boolean,
	box: KeyBox | null,
): Promise<{journals: Journal[]; files: string[]}> {
	const found: {journals: Journal[]; files: string[]} = {journals: [], files: []};
	for (const name of await readdir(scratchDir).catch(() => [])) {
		const folder = /^(runtime-[0-9a-f]+)\.\d+\.journal$/.exec(name)?.[1];
		if (folder === undefined || !isWanted(folder)) continue;
		const path = join(scratchDir, name);
		found.files.push(path);
		const journal = box && readJournal(await readFile(path, 'utf8').catch(() => ''), box);
		if (journal) found.journals.push({path, ...journal});
	}
	return found;
}

function readJournal(text: string, box: KeyBox): Omit<Journal, 'path'> | null {
	const lines = text.split('\n').filter(Boolean);
	const header = lines.map(headerOf).find(found => found !== null);
	const parentKey = header && openKey(header.sealed, box);
	if (!header || !parentKey) return null;
	const key = createHmac('sha256', parentKey).update(header.id).digest();
	const opened = lines.flatMap(line => openLine(key, line) ?? []);
	const entries = Buffer.concat(opened.flatMap(line => (line[0] === logKind ? line.subarray(1) : [])));
	// The last one hides what every one before hid.
	const line = opened.findLast(([kind]) => kind === secretsKind);
	const names = line && namesOf(line.subarray(1).toString('utf8'));
	return names && entries.length > 0 ? {executionId: header.id, entries, names} : null;
}

/** What must be hidden in a journal; null for words that no runtime wrote: a test has the key of its own journal. */
function namesOf(text: string): Journal['names'] | null {
	try {
		return readHidden(JSON.parse(text));
	} catch {
		return null;
	}
}

const [logKind, secretsKind] = [...Buffer.from('LS')];

function headerOf(line: string): {sealed: string; id: string} | null {
	if (!line.startsWith('{')) return null;
	try {
		const {sealed, id} = JSON.parse(line) as {sealed?: unknown; id?: unknown};
		return typeof sealed === 'string' && typeof id === 'string' ? {sealed, id} : null;
	} catch {
		return null;
	}
}

/**
 * The calls of journals, masked as their runtime would have. Rejects when the interpreter cannot be used; the journals
 * stay as they are.
 */
export async function recoverCalls(
	journals: readonly Journal[],
	{executable, pythonDir, scratchDir}: {executable: string; pythonDir: string; scratchDir: string},
): Promise<LeftExecution[]> {
	if (journals.length === 0) return [];
	const child = spawn(executable, ['-I', '-B', join(pythonDir, 'recover.py'), scratchDir], {
		env: {PATH: process.env['PATH'] ?? '', LANG: 'C.UTF-8'},
		stdio: ['pipe', 'pipe', 'pipe'],
		timeout: recoverTimeoutMs,
		killSignal: 'SIGKILL',
	});
	let [told, complaint] = ['', ''];
	child.stdout.setEncoding('utf8').on('data', (chunk: string) => (told += chunk));
	child.stderr.setEncoding('utf8').on('data', (chunk: string) => (complaint = (complaint + chunk).slice(-4096)));
	child.stdin.on('error', () => {});
	for (const {executionId: id, entries, names} of journals)
		child.stdin.write(`${JSON.stringify({id, entries: entries.toString('base64'), ...names})}\n`);
	child.stdin.end();
	const code = await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve));
	if (code !== 0) throw new Error(`the journals of tests could not be read: ${complaint.trim().split('\n').at(-1)}`);
	return executionsOf(told.split('\n'));
}

/** The lines are those a living service would have been told; a call that was told twice counts once. */
export function executionsOf(lines: readonly string[]): LeftExecution[] {
	const executions = new Map<string, LeftExecution>();
	for (const line of lines) {
		const message = readMessage(line);
		if (message?.event !== 'call') continue;
		const call = readCall(message.value);
		const known = executions.get(message.id) ?? {executionId: message.id, calls: []};
		executions.set(message.id, known);
		if (call && !known.calls.some(({seq}) => seq === call.seq)) known.calls.push(call);
	}
	return [...executions.values()];
}
