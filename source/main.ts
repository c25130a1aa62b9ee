import {spellingsOf, locate, type Located, readTokens} from './command-line/parse.ts';
import {createChannels, type Channels} from './system/channels.ts';
import type {AnyCommand, CommandResult} from './commands/define-command.ts';
import {type AnyArgument, couldBeId} from './commands/argument.ts';
import {commands} from './commands/index.ts';
import {isGroup, type Leaf, type Node} from './commands/tree.ts';
import type {Context} from './context.ts';
import {createContext} from './create-context.ts';
import {type OutputMode, readConfig} from './credentials/config-file.ts';
import {configPath} from './credentials/environment.ts';
import {withOriginOfProject} from './credentials/project-config.ts';
import {resolveEndpoint, resolveOutput, resolveProfile} from './credentials/resolve.ts';
import {ApiError, isApiError} from './errors/api-error.ts';
import {exitCodeOf} from './command-line/exit-codes.ts';
import {idsOf, type KnownIds, notesWithPlaces, withKnownPlaces, withPlacesTold} from './commands/known-places.ts';
import {withFlagOfField} from './command-line/flag-of-field.ts';
import {type GlobalOptions, globalFlags} from './command-line/globals.ts';
import {interruption} from './system/interruption.ts';
import {jsonText} from './output/json.ts';
import {checkOptions, readOptions} from './command-line/options.ts';
import type {System} from './system/system.ts';
import {helpPageName, topicPageName} from './help/prepared-texts.ts';

/**
 * Runs one command line and resolves with the number the process ends with. The only place that renders results and maps
 * errors to exit codes.
 */
export async function main(system: System): Promise<number> {
	const channels = createChannels(system);
	let mode = modeOfErrors(system.argv);
	try {
		const prepared = await prepare(system, resolved => {
			mode = resolved;
		});
		if ('text' in prepared) {
			await channels.writeResult(prepared.text);
			return 0;
		}
		return await runCommand(system, channels, prepared, mode);
	} catch (error) {
		return reportError(channels, toApiError(error), mode, stackOf(error, system.argv));
	}
}

/** A command with its parsed options, ready to run. */
type Prepared = {
	/** The words of the command. */
	path: readonly string[];
	command: AnyCommand;
	options: Record<string, unknown>;
	globals: GlobalOptions;
	/** What went wrong, in the words of this command line. */
	explain(error: ApiError): ApiError;
	/** Steps of the order of checks that need the context. */
	check(context: Context): void;
};

/** From argv to a command and its options; help and version are texts. Steps 1 and 2 of the order of checks. */
async function prepare(system: System, onMode: (mode: OutputMode) => void): Promise<Prepared | {text: string}> {
	const globalSpellings = spellingsOf(globalFlags);
	const located = locate(system.argv, commands, globalSpellings);
	if (located.wantsVersion && !located.wantsHelp) return {text: `${system.version}\n`};
	if (located.wantsHelp && located.problem?.kind !== 'unknown-command') return {text: await helpText(system, located)};

	const opensDashboard = located.path.length === 0 && system.isInputTerminal() && system.stdout.isTTY;
	const node = opensDashboard ? (commands.children['ui'] as Leaf) : located.node;
	const command: AnyCommand = isGroup(node)
		? {args: {}, flags: {}, examples: [], run: async () => ({})}
		: await node.load();
	const flags = {...globalFlags, ...command.flags};
	const given = readTokens(located.tokens, isGroup(node) ? globalSpellings : spellingsOf(flags), located.path);
	onMode(outputMode(given.flags['output']?.at(-1), given.flags['dryRun'] !== undefined, system.env));

	const problem = located.problem ?? given.problem;
	if (problem) {
		const {usageError} = await import('./command-line/usage-problem.ts');
		throw await usageError(problem, {
			args: Object.values<{name: string}>(command.args).map(({name}) => name),
			siblingsWith: flag => siblingsWith(flag, located.path),
		});
	}
	if (isGroup(node)) return {text: await helpText(system, located)};
	const shape = {flags, args: command.args};
	const options = readOptions(shape, given, located.path);
	return {
		command,
		options,
		globals: options as GlobalOptions,
		path: located.path,
		explain: error =>
			withFlagOfField(
				withOriginOfProject(error, options['project'] ?? options['projectId'], system.env, system.cwd),
				command.flags,
				located.path.join(' '),
			),
		check(context) {
			checkSettings(command, context);
			checkOptions(shape, given, options, command.needs?.(options, context));
			command.rules?.(options, context);
			if (context.dryRun) tellNames(shape.args, options, context);
		},
	};
}

/** Most commands that a refusal names for a flag. */
const mostSiblings = 2;

/** Commands of the group of a command that have a flag of this spelling, in their order. */
async function siblingsWith(flag: string, path: readonly string[]): Promise<string[]> {
	const words = path.slice(0, -1);
	let group: Node | undefined = commands;
	for (const word of words) group = group && isGroup(group) ? group.children[word] : undefined;
	// At the root stand commands that have nothing to do with each other.
	if (words.length === 0 || !group || !isGroup(group)) return [];
	const known: string[] = [];
	for (const [name, node] of Object.entries<Node>(group.children))
		if (!isGroup(node) && spellingsOf((await node.load()).flags).has(flag))
			known.push(['svc', ...words, name].join(' '));
	return known.slice(0, mostSiblings);
}

/** A dry run asks nobody, so it cannot refuse a word that may be a name; it says that it has not looked. */
function tellNames(args: AnyCommand['args'], options: Record<string, unknown>, {notes}: Context): void {
	const keys = Object.entries<AnyArgument>(args).flatMap(([key, {name}]) => (name.endsWith('-id') ? [key] : []));
	for (const word of new Set([...keys, 'project'].flatMap(key => options[key]))) {
		if (typeof word === 'string' && !couldBeId(word))
			notes.say(
				'dry-run',
				`\`${word}\` has not the form of an id: the command looks for that name and fails without it`,
			);
	}
}

async function helpText({preparedText}: System, {path, node, topic}: Located): Promise<string> {
	if (topic !== null)
		return preparedText(topicPageName(topic)) ?? (await import('./help/help-topics.ts')).topicText(topic);
	const prepared = preparedText(helpPageName(path));
	if (prepared !== null) return prepared;
	const {helpFor} = await import('./help/help.ts');
	return helpFor(path, node);
}

/** `--output`, else the configuration file, which a dry run does not read. */
function outputMode(flag: string | undefined, isDryRun: boolean, env: System['env']): OutputMode {
	const config = flag !== undefined || isDryRun ? {} : readConfig(configPath(env));
	return resolveOutput(flag, config).value;
}

/** Profile name, then endpoint (steps 3 and 4); flags are checked even where the command uses neither. */
function checkSettings({settings = 'connection'}: AnyCommand, context: Context): void {
	const {profile, endpointUrl} = context.given;
	resolveProfile(profile, settings === 'none' ? {} : context.env);
	if (settings === 'connection') context.connection();
	else if (endpointUrl !== undefined) resolveEndpoint(endpointUrl, {}, undefined);
}

async function runCommand(system: System, channels: Channels, prepared: Prepared, output: OutputMode): Promise<number> {
	const {command, globals} = prepared;
	const stop = new AbortController();
	const hurry = new AbortController();
	const stopListening = system.onSignal(signal => {
		if (!stop.signal.aborted) stop.abort(interruption(signal));
		else if (command.handlesSignals) hurry.abort(interruption(signal));
		else system.endBy(signal);
	});
	channels.onBrokenPipe(() => stop.abort(brokenPipe));
	// Before any other line, warnings about settings included.
	if (globals.dryRun) channels.notes.say('dry-run', 'sample data, nothing was sent');
	const progress = channels.progressFor(output);
	const context = createContext({
		system,
		globals,
		output,
		signal: stop.signal,
		hurry: hurry.signal,
		notes: notesWithPlaces(channels.notes, () => known()),
		progress,
	});
	const known = (): KnownIds => {
		const ids = idsOf(prepared.options);
		return {...ids, project: ids.project ?? context.knownProject()};
	};
	try {
		const result = await runToEnd(prepared, context);
		// It stopped because nobody reads it any more; anything else it ended with is a failure that is known.
		if (stop.signal.reason === brokenPipe && result.problem?.code === 'INTERRUPTED') return 0;
		const {problem} = result;
		const told = problem ? {...result, problem: withPlacesTold(withKnownPlaces(problem, known()))} : result;
		const exitCode = await reportResult(channels, told, output);
		if (output === 'text') hintAtNextPage(prepared, result, channels);
		await result.afterwards?.();
		return exitCode;
	} catch (error) {
		if (channels.isPipeBroken()) return 0;
		// Here and not by the caller: a signal that nobody listens to any more would end the process before this is written.
		const told = withPlacesTold(withKnownPlaces(prepared.explain(toApiError(error)), known()));
		return await reportError(channels, told, output, stackOf(error, system.argv));
	} finally {
		stopListening();
	}
}

/** Closes the client before anything is reported: a request it gives up may have a last word on stderr. */
async function runToEnd({command, options, path, check}: Prepared, context: Context): Promise<CommandResult> {
	try {
		check(context);
		return await command.run(options, context);
	} catch (error) {
		if (isApiError(error) && (error.code === 'UNAVAILABLE' || error.code === 'INTERNAL')) {
			const {withFullDisk} = await import('./command-line/with-full-disk.ts');
			throw withFullDisk(error, context);
		}
		if (!isApiError(error) || error.code !== 'NOT_FOUND') throw error;
		const {withTestOfRun} = await import('./command-line/test-of-run.ts');
		throw await withTestOfRun(error, path, context);
	} finally {
		context.progress.end();
		await context.client.close();
	}
}

/** Why commands stop when nobody reads stdout any more; never shown. */
const brokenPipe = new ApiError('INTERRUPTED', 'The output is closed.');

/** `nextToken:` is a word of the wire: the flag that takes it. */
function hintAtNextPage({command}: Prepared, {data}: CommandResult, {notes}: Channels): void {
	const token = (data as {nextToken?: unknown} | null | undefined)?.nextToken;
	if (typeof token === 'string' && 'startingToken' in command.flags)
		notes.say('hint', 'the next page: the same command with --starting-token and the nextToken');
}

async function reportResult(channels: Channels, result: CommandResult, output: OutputMode): Promise<number> {
	const {problem} = result;
	if (result.view !== undefined) {
		if (output === 'json') await channels.writeResult(jsonText(result.data));
		// Text mode says in hints how to come back; what is known so far is for programs.
		else if (problem?.code !== 'INTERRUPTED') await channels.writeResult(await channels.render(result));
	}
	return problem ? reportError(channels, problem, output, null) : (result.exitCode ?? 0);
}

/**
 * Error texts repeat what was typed, and a key in the place of an argument is typed easily: it must not go on from there
 * into the log of a runner.
 */
const withoutKeys = (text: string): string => text.replaceAll(/\b(sk-[A-Za-z]+-)[0-9A-Za-z_-]{12,}/g, '$1••••••');

async function reportError(
	channels: Channels,
	error: ApiError,
	output: OutputMode,
	stack: string | null,
): Promise<number> {
	for (const line of stack?.split('\n') ?? []) channels.notes.line(line);
	if (output === 'json') channels.writeError(withoutKeys(jsonText(error.toEnvelope())));
	else {
		const {errorText} = await import('./output/error.ts');
		channels.writeError(withoutKeys(errorText(error)));
	}
	return exitCodeOf(error);
}

/** Everything that is not an `ApiError` is a bug: INTERNAL with the first line of the exception. */
function toApiError(error: unknown): ApiError {
	if (isApiError(error)) return error;
	if ((error as NodeJS.ErrnoException | null)?.code === 'ERR_MODULE_NOT_FOUND')
		return new ApiError(
			'INTERNAL',
			'A file of svc is missing: it was replaced a moment ago, or is installed in part.',
			{
				nextAction: 'Run the command again; if that says the same, install svc again.',
				cause: error,
			},
		);
	const message = error instanceof Error ? error.message : String(error);
	return new ApiError('INTERNAL', message.split('\n')[0] || 'Unexpected error.', {
		nextAction: fileSystemHint(error) ?? 'This is a bug in svc; run the command again with --debug to see where.',
		cause: error,
	});
}

/** What a person can do about a disk or a permission that stands in the way; null for anything else. */
function fileSystemHint(error: unknown): string | null {
	const {code, path} = error as NodeJS.ErrnoException;
	if (code === 'ENOSPC' || code === 'EDQUOT') return 'The disk is full: make room and run the command again.';
	if (code !== 'EACCES' && code !== 'EPERM' && code !== 'EROFS') return null;
	const place = path === undefined ? 'A file of svc' : path;
	if (code === 'EROFS')
		return `${place} lies on a read-only file system: mount it for writing, or set SVC_HOME to a directory elsewhere.`;
	return `${place} may not be written: change its permissions, or set SVC_HOME to a directory of your own.`;
}

/** "the stack is printed only with `--debug`, before the envelope" */
const stackOf = (error: unknown, argv: readonly string[]): string | null =>
	!isApiError(error) && error instanceof Error && argv.includes('--debug') ? (error.stack ?? null) : null;

/** "JSON when the raw arguments contain a valid `--output json` anywhere" */
function modeOfErrors(argv: readonly string[]): OutputMode {
	const asksForJson = argv.some(
		(token, index) => token === '--output=json' || (token === 'json' && argv[index - 1] === '--output'),
	);
	return asksForJson ? 'json' : 'text';
}
