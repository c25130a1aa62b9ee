import {existsSync, readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {type CommandLine, readCommandLine} from '../helpers/command-line.ts';
import {commandsOf} from '../helpers/shell-commands.ts';

/** Folder with a folder for every story. */
export const stories = fileURLToPath(new URL('stories', import.meta.url));

/** Lines that are no comment; each of them has an exit code. */
export const isCommand = (line: string): boolean => line.trim() !== '' && !line.startsWith('#');

/** One call of `svc` in a story. */
export type StoryCall = CommandLine & {
	story: string;
	isDryRun: boolean;
	/** What the call ended with, where the story says so. */
	exit: number | null;
};

/** The expected exit codes of the lines of a story. */
export const exitsOf = (story: string): number[] =>
	read(join(stories, story, 'exit'))
		.split('\n')
		.filter(line => line !== '')
		.map(Number);

/** Every call of `svc` in every story, as the shell of the story makes it. */
export async function storyCalls(): Promise<StoryCall[]> {
	const calls = readdirSync(stories)
		.sort()
		.flatMap(story => {
			const exits = exitsOf(story);
			return read(join(stories, story, 'cmd'))
				.split('\n')
				.filter(isCommand)
				.flatMap((line, index) =>
					commandsOf(line).map(({words, decides}) => ({story, words, exit: decides ? (exits[index] ?? null) : null})),
				);
		})
		.filter(({words}) => words[0] === 'svc');
	return Promise.all(
		calls.map(async ({story, words, exit}) => {
			const line = await readCommandLine(words.slice(1));
			return {...line, story, exit, isDryRun: line.flags.includes('--dry-run')};
		}),
	);
}

const read = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : '');
