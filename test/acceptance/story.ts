import {spawn} from 'node:child_process';
import {cpSync, existsSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import process from 'node:process';
import {expectDeclared} from '../helpers/strict-document.ts';
import {isCommand} from './story-lines.ts';

/** What a story left behind, normalised. */
export type Played = {stdout: string; stderr: string; exit: string};

export type Stage = {
	/** The empty working directory. */
	cwd: string;
	/** `SVC_HOME` */
	home: string;
	/** Folder of the built client. */
	dist: string;
	bin: string;
	/** Address of the API under test. */
	target: string;
	/** Takes what is to be done when the story has ended, however it ends. */
	onEnd(action: () => void): void;
};

/** Plays the command lines of a story in one shell. Fails when a document of one is not what is declared for its command. */
export async function play(folder: string, stage: Stage): Promise<Played> {
	if (existsSync(join(folder, 'files'))) cpSync(join(folder, 'files'), stage.cwd, {recursive: true});
	const lines = readFileSync(join(folder, 'cmd'), 'utf8').split('\n').filter(isCommand);
	const script = lines.map(line => `${line}\necho $? >&3`).join('\n');
	const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !ownVariable.test(name)));
	const shell = spawn('sh', ['-c', script], {
		cwd: stage.cwd,
		env: {
			...env,
			PATH: `${stage.bin}:${env['PATH']}`,
			SVC_NODE: process.execPath,
			SVC_DIST: stage.dist,
			SVC_HOME: stage.home,
			TARGET: stage.target,
			STORY_DOCUMENTS: documentsOf(stage),
			// Whether this machine has a browser is no part of a story.
			SVC_FRONTEND: 'off',
			NO_COLOR: '1',
			// A locale that is not installed makes a shell complain.
			LC_ALL: 'C.UTF-8',
		},
		stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
		detached: true,
	});
	// A group of its own: whatever a story that fails has left running ends with it.
	stage.onEnd(() => endGroup(shell.pid));
	const [stdout, stderr, exit] = await Promise.all([1, 2, 3].map(index => textOf(shell.stdio[index])));
	for (const line of read(documentsOf(stage)).split('\n').filter(Boolean)) {
		const {argv, stdout: document} = JSON.parse(line) as {argv: string[]; stdout: string};
		expectDeclared(argv, document);
	}
	return {stdout: normalise(stdout!, stage), stderr: normalise(stderr!, stage), exit: exit!};
}

/** Where its client keeps what each call writes, beside the working directory, which stays as the story makes it. */
const documentsOf = ({cwd}: Stage) => `${cwd}.documents`;

/** What this process was told about `svc` or a CI service is no part of a story. */
const ownVariable = /^(SVC_|GITHUB_|CI$)/;

function endGroup(pid: number | undefined): void {
	try {
		if (pid) process.kill(-pid, 'SIGKILL');
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
	}
}

async function textOf(stream: unknown): Promise<string> {
	const chunks: Buffer[] = [];
	for await (const chunk of stream as AsyncIterable<Buffer>) chunks.push(chunk);
	return Buffer.concat(chunks).toString();
}

const idNames: Record<string, string> = {
	prj: 'project',
	tst: 'test',
	run: 'run',
	bat: 'batch',
	snp: 'snapshot',
	usr: 'user',
	key: 'key',
	req: 'request',
	ep: 'endpoint',
};

const {version} = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));

/** Replaces what differs from run to run by placeholders. */
export function normalise(text: string, {cwd, home, target}: Pick<Stage, 'cwd' | 'home' | 'target'>): string {
	return (
		text
			.replaceAll(cwd, '<cwd>')
			.replaceAll(home, '<home>')
			.replaceAll(target, '<target>')
			.replace(/\b([a-z]{2,3})_[0-9a-z]{26}\b/g, (_, prefix: string) => `<${idNames[prefix] ?? prefix}-id>`)
			.replace(/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, '<time>')
			.replace(/\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, '<uuid>')
			.replace(/(http:\/\/127\.0\.0\.1:)\d+/g, '$1<port>')
			.replace(/\b(Port )\d+/g, '$1<port>')
			.replace(/\b\d+(\.\d+)? ms\b/g, '<n> ms')
			.replace(/("durationMs": )\d+/g, '$1<n>')
			.replace(/\b\d+\.\d s\b/g, '<n> s')
			.replace(/\b(in) \d+ s\b/g, '$1 <n> s')
			.replace(/ {2}(?:<?\d+\.\ds|(?:\d+m )?\d+s)( +|$)/gm, (_, blanks: string) => `  <duration>${blanks && '  '}`)
			.replace(/(pid: |"pid": |process )\d+/g, '$1<pid>')
			.replace(/(nextToken: )\S+/g, '$1<token>')
			.replaceAll(process.versions.node, '<node-version>')
			.replaceAll(version, '<version>')
			// Which Python and which browser a machine has, and what it lacks.
			.replace(/("warnings": )\d+/g, '$1<n>')
			.replace(/^\[(info|warn)\] (?:Python|Sandbox|Chromium): .*\n/gm, '')
			.replace(/^\[info\] <(run|batch|gen)-id> {2}.*\n/gm, '')
	);
}

/** What a story expects. */
export const expected = (folder: string): Played => ({
	stdout: read(join(folder, 'stdout')),
	stderr: read(join(folder, 'stderr')),
	exit: read(join(folder, 'exit')),
});

const read = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : '');

/** Writes the expected files of a story; an empty output has none. */
export function write(folder: string, played: Played): void {
	for (const [name, text] of Object.entries(played))
		if (text !== '' || existsSync(join(folder, name))) writeFileSync(join(folder, name), text);
}
