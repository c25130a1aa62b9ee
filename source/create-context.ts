import {plainHttpWarning} from './client/base-url.ts';
import {type CallInput, type Client, withKeyAdvice} from './client/client.ts';
import type {ClientObserver} from './client/client-events.ts';
import type {LocalServiceOptions} from './client/find-local-service.ts';
import {createClientLog} from './system/client-log.ts';
import {missingFlag} from './commands/flag.ts';
import {freshKey} from '../contract/route.ts';
import type {ServiceModule} from '../contract/service-process.ts';
import type {OutputMode} from './credentials/config-file.ts';
import type {Section} from './credentials/credentials-format.ts';
import {readCredentials} from './credentials/credentials-store.ts';
import {createDailyHint} from './system/daily-hints.ts';
import {credentialsPath, dataDirectory, svcHome} from './credentials/environment.ts';
import {resolveProject} from './credentials/project-config.ts';
import {
	resolveApiKey,
	resolveEndpoint,
	resolveProfile,
	resolveRequestTimeout,
	resolveTargetPolicy,
} from './credentials/resolve.ts';
import type {GlobalOptions} from './command-line/globals.ts';
import {interruption} from './system/interruption.ts';
import {cleanLine} from './output/clean.ts';
import {jsonLine} from './output/json.ts';
import type {Notes} from './output/notes.ts';
import type {Progress} from './output/progress.ts';
import type {InputStream, OutputStream, System} from './system/system.ts';
import {shellWord} from './view-model/shell-word.ts';
import type {DashboardOptions} from './dashboard/tui.tsx';
import {createDryRunFiles, createUserFiles} from './system/user-files.ts';
import type {Connection, Context} from './context.ts';

type ContextOptions = {
	system: System;
	globals: GlobalOptions;
	output: OutputMode;
	/** Aborted by the first and by the second signal. */
	signal: AbortSignal;
	hurry: AbortSignal;
	notes: Notes;
	progress: Progress;
};

/** Puts the parts together; nothing is opened, read or imported before it is used. */
export function createContext({system, globals, output, signal, hurry, notes, progress}: ContextOptions): Context {
	const {env, cwd, version, clock, stdin, stdout, stderr} = system;
	const {dryRun, debug} = globals;
	const verbose = globals.verbose || debug;
	const timeout = resolveRequestTimeout(globals.requestTimeout, env);
	if (timeout.warning) notes.say('warn', timeout.warning);
	const requestTimeoutMs = timeout.value;
	const log = createClientLog({notes, verbose: globals.verbose, debug, now: clock.now});

	const connection = once((): Connection => {
		const profile = resolveProfile(globals.profile, env).value;
		const section = dryRun ? undefined : readSection(env, profile, notes);
		const endpoint = resolveEndpoint(globals.endpointUrl, env, section);
		const warning = plainHttpWarning(endpoint.value);
		if (warning) notes.say('warn', warning);
		return {profile, section, endpoint, targetPolicy: resolveTargetPolicy(env, section, endpoint.value).value};
	});

	const localService = (): LocalServiceOptions => ({
		...clock,
		dataDir: dataDirectory(env),
		cliPath: system.cliPath,
		version,
		env,
		observer: log,
		signal,
	});

	/** Who looks at what the client does beside its log: the dashboard. */
	const watchers = new Set<ClientObserver>();
	const observe: ClientObserver = event => {
		log(event);
		for (const watcher of watchers) watcher(event);
	};

	const connect: Context['connect'] = async ({endpoint, apiKey, observer = observe}) => {
		if (dryRun) {
			const [{createDryRunClient}, {sampleAnswer}] = await Promise.all([
				import('./client/dry-run-client.ts'),
				import('../contract/samples/index.ts'),
			]);
			return createDryRunClient({samples: sampleAnswer, observer});
		}
		const {createHttpClient} = await import('./client/http-client.ts');
		const address = endpoint === 'local' ? await localAddress(localService()) : endpoint;
		return createHttpClient({...clock, endpoint: address, apiKey, version, requestTimeoutMs, observer, env});
	};

	const client = lazyClient(async () => {
		const {section, endpoint, profile} = connection();
		// A dry run asks for no key and reads none.
		// A command may have stored the first key since.
		const stored = dryRun || section?.get('api_key') ? section : readSection(env, profile, notes);
		if (dryRun) return connect({endpoint: endpoint.value, apiKey: ''});
		const {value: apiKey, origin} = resolveApiKey(env, stored, endpoint.value, profile);
		const connected = await connect({endpoint: endpoint.value, apiKey});
		const source = {isOfEnvironment: origin === 'environment', isLocal: endpoint.value === 'local', profile};
		return withKeyAdvice(connected, source);
	}, signal);

	// The one file that a dry run reads, and only where nothing else names the project: it says what the command is about.
	const projectOf = (flag: string | undefined) => resolveProject(flag, env, cwd);

	const context: Context = {
		version,
		async completionScript(shell) {
			const {completionName} = await import('./completion/completion-tree.ts');
			const prepared = system.preparedText(completionName(shell));
			if (prepared !== null) return prepared;
			const {madeScript} = await import('./commands/made-script.ts');
			return madeScript(shell, version);
		},
		nodeVersion: system.nodeVersion,
		env,
		cwd,
		output,
		dryRun,
		verbose,
		clock,
		uuid: system.uuid,
		given: {endpointUrl: globals.endpointUrl, profile: globals.profile},
		connection,
		client,
		connect,
		requestTimeoutMs,
		observer: log,
		wait: timeoutSeconds => ({
			...clock,
			client,
			deadlineAt: clock.elapsed() + timeoutSeconds * 1000,
			timeoutSeconds,
			requestTimeoutMs,
			signal,
			observer: log,
		}),
		localService,
		loadService: async () => (await import(system.serviceAddress)) as ServiceModule,
		idempotencyKey(what, own) {
			if (own !== undefined) return own;
			const key = freshKey(what, system.uuid());
			if (verbose && !dryRun) notes.line(`idempotency-key: ${key}`);
			return key;
		},
		projectId(flag) {
			const id = projectOf(flag);
			if (id === undefined)
				throw missingFlag(
					'project',
					' (or set SVC_PROJECT_ID, or projectId in .svc/config.json); svc project list shows the ids',
				);
			return id;
		},
		knowsProject: flag => projectOf(flag) !== undefined,
		knownProject() {
			try {
				return dryRun ? undefined : projectOf(undefined);
			} catch {
				return undefined;
			}
		},
		notes,
		hint: createDailyHint({home: dryRun ? null : svcHome(env), notes, now: clock.now}),
		progress,
		files: dryRun ? createDryRunFiles({cwd}, notes) : createUserFiles({cwd, stdin}),
		askSecret: message => askSecret(message, {stdin: stdin(), stderr, signal}),
		askLine: message => askLine(message, {stdin: stdin(), stderr, signal}),
		writeLine: text => stdout.write(`${cleanLine(text)}\n`),
		writeJsonLine: value => stdout.write(jsonLine(value)),
		signal,
		hurry,
		terminal: {
			isInput: system.isInputTerminal,
			isOutput: stdout.isTTY === true,
			columns: stdout.columns ?? 0,
			rows: stdout.rows ?? 0,
		},
		async openInBrowser(url) {
			const {openInBrowser} = await import('./terminal/run-program.ts');
			return openInBrowser(url, process.platform, env);
		},
		async openDashboard(request) {
			const {startDashboard} = await import('./dashboard/tui.tsx');
			const {profile, endpoint} = connection();
			const filesOptions = {
				cwd,
				env,
				endpoint: endpoint.value,
				timeoutMs: requestTimeoutMs,
				now: clock.now,
				sleep: clock.sleep,
			};
			const {exitCode, hint} = await startDashboard({
				...request,
				client,
				profile,
				endpoint: endpoint.value,
				watchClient(watcher) {
					watchers.add(watcher);
					return () => void watchers.delete(watcher);
				},
				// Terminals, as the command has made sure.
				stdin: stdin() as DashboardOptions['stdin'],
				stdout: stdout as unknown as DashboardOptions['stdout'],
				stderr,
				env,
				home: svcHome(env),
				now: clock.now,
				wait: clock.sleep,
				randomId: system.uuid,
				files: {
					async saveBundle(failure, runId, requestId) {
						const {saveRunBundle} = await import('./bundle/run-files.ts');
						const wish = {failure, runId, directory: undefined, failedOnly: false, requestedRunId: runId, requestId};
						const {directory, files} = await saveRunBundle(wish, {...filesOptions, signal});
						return {directory, files: files.length};
					},
					async testSource(type, path) {
						const {testSource} = await import('./plan-files/test-source.ts');
						return testSource(type, path, {files: context.files});
					},
					async planSteps(text) {
						const {stepsOf} = await import('./plan-files/test-source.ts');
						return stepsOf(text);
					},
					async readSnapshot(url, ended) {
						const {readSnapshot} = await import('./bundle/run-files.ts');
						return readSnapshot(url, {...filesOptions, signal: ended});
					},
					async readPart(url, ended) {
						const {readPart} = await import('./bundle/run-files.ts');
						return readPart(url, {...filesOptions, signal: ended});
					},
				},
				async checkSetup(ended) {
					const {inspectSetup} = await import('./doctor/inspect-setup.ts');
					return inspectSetup({...context, signal: ended});
				},
				exitEvents: system.exitEvents,
			});
			if (hint) notes.say('hint', hint);
			return exitCode;
		},
	};
	return context;
}

/** Runs a function at the first call and keeps its result. */
function once<T>(make: () => T): () => T {
	let made: {value: T} | undefined;
	return () => {
		made ??= {value: make()};
		return made.value;
	};
}

function readSection(env: System['env'], profile: string, notes: Notes): Section | undefined {
	const path = credentialsPath(env);
	const {profiles, isReadableByOthers} = readCredentials(path);
	if (isReadableByOthers)
		notes.say('warn', `${path} can be read by others; make it private: chmod 600 ${shellWord(path)}`);
	return profiles.get(profile);
}

async function localAddress(options: LocalServiceOptions): Promise<(hasAnswered: boolean) => Promise<string>> {
	const {localEndpoint} = await import('./client/local-service.ts');
	return localEndpoint(options);
}

/** A client that connects at its first call. Every call ends with the signal unless it brings its own. */
function lazyClient(connect: () => Promise<Client>, signal: AbortSignal): Client {
	let connected: Promise<Client> | undefined;
	let known: Client | undefined;
	return {
		get wasReached() {
			return known?.wasReached ?? false;
		},
		async call(route, input) {
			connected ??= connect();
			const client = await connected;
			known = client;
			return client.call(route, {signal, ...input} as CallInput<typeof route>);
		},
		async close() {
			// A connection that failed has nothing to close, and its error was told to the call.
			const client = await connected?.catch(() => undefined);
			await client?.close();
		},
	};
}

async function askLine(
	message: string,
	{stdin, stderr, signal}: {stdin: InputStream; stderr: OutputStream; signal: AbortSignal},
): Promise<string | null> {
	const {createInterface} = await import('node:readline');
	const lines = createInterface({input: stdin, terminal: false});
	stderr.write(`${message} `);
	let answer: string | null = null;
	try {
		answer = await new Promise((resolve, reject) => {
			const refuse = () => reject(signal.reason);
			signal.addEventListener('abort', refuse, {once: true});
			lines.once('line', resolve);
			lines.once('close', () => resolve(null));
		});
		return answer;
	} finally {
		// Without an Enter of the person's the cursor still stands behind the question.
		if (answer === null) stderr.write('\n');
		lines.close();
		stdin.pause();
	}
}

async function askSecret(
	message: string,
	{stdin, stderr, signal}: {stdin: InputStream; stderr: OutputStream; signal: AbortSignal},
): Promise<string | null> {
	const {default: password} = await import('@inquirer/password');
	// Ctrl-D closes the prompt without a word: it lets go of its input and never answers.
	let letGo: () => void = () => undefined;
	const closed = new Promise<null>(resolve => {
		letGo = () => setImmediate(resolve, null);
	});
	stdin.once('pause', letGo);
	try {
		return await Promise.race([
			password(
				{message, mask: true, toggleMask: false},
				{input: stdin, output: stderr as NodeJS.WritableStream, signal, clearPromptOnDone: false},
			),
			closed,
		]);
	} catch (error) {
		signal.throwIfAborted();
		// In raw mode Ctrl-C is a key, not a signal; the prompt tells it as this error.
		if ((error as Error).name === 'ExitPromptError') throw interruption('SIGINT');
		throw error;
	} finally {
		stdin.off('pause', letGo);
	}
}
