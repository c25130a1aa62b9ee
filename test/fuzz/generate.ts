import type {AnyArgument} from '../../source/commands/argument.ts';
import {type AnyFlag, flagName} from '../../source/commands/flag.ts';
import {isSecretFlag, type KnownCommand} from './known-commands.ts';
import {dirtyTexts, type Mood, moods, pathLikeIds} from './hostile-service.ts';
import {createRandom, type Random} from './random.ts';
import {fixtureNames} from './sandbox.ts';

/** What answers the line: nobody, the service of this machine that cannot start, a hostile server, or a real one. */
export type Target = 'refused' | 'local' | 'hostile' | 'live';

/** One command line with all that is around it; follows from its seed. */
export type FuzzCase = {
	seed: number;
	argv: string[];
	/** Words of the command it was made for. */
	path: string[];
	target: Target;
	mood: Mood;
	env: Record<string, string>;
	stdin: string;
	/** Content of the credentials and the config file; null: there is none. */
	credentials: string | null;
	config: string | null;
	/** Must not appear in anything that is printed. */
	canaries: string[];
};

/** Ids of a real service, so that some lines reach the end of their command. */
export type LiveIds = {projectId: string; testId: string; runId: string; batchId: string};

export const canaryKey = 'sk-user-CANARY0key0of0the0environment00000000000';

/** Builds the line of a seed. Most are nearly right, because those get furthest. */
export function generateCase(seed: number, commands: readonly KnownCommand[], live: LiveIds | null): FuzzCase {
	const random = createRandom(seed);
	const known = random.pick(commands);
	const target: Target = random.pick([
		'refused',
		'local',
		'hostile',
		'hostile',
		'hostile',
		'hostile',
		...(live ? (['live', 'live'] as const) : []),
	]);
	// Those that cost real time come less often.
	const mood = random.chance(0.85) ? random.pick(moods.filter(one => !costly.includes(one))) : random.pick(moods);
	const canaries = [canaryKey];
	const maker = {random, ids: target === 'live' ? live : null, canaries};
	const structured = structuredLine(known, maker);
	const style = random.next();
	const argv =
		style < 0.78 ? structured : style < 0.93 ? damaged(structured, random) : randomTokens(structured, random);
	return {
		seed,
		// No operating system passes NUL in an argument.
		argv: argv.map(token => token.replaceAll('\0', '')),
		path: known.path,
		target,
		mood,
		env: environment(random),
		stdin: random.pick(['', 'secret-from-stdin\n', '\uFEFF{"planSteps":[]}', 'x'.repeat(70_000), '\u0000\u0001']),
		credentials: random.chance(0.3) ? random.pick(credentialsFiles) : null,
		config: random.chance(0.1) ? random.pick(['output = json\n', 'output = xml\n', 'nonsense', '\u0000']) : null,
		canaries,
	};
}

const costly: readonly Mood[] = ['slow', 'silent', 'huge', 'bomb', 'unfinished'];

type Maker = {random: Random; ids: LiveIds | null; canaries: string[]};

function structuredLine({path, command}: KnownCommand, maker: Maker): string[] {
	const {random} = maker;
	const own: string[][] = [];
	for (const argument of Object.values(command.args as Record<string, AnyArgument>)) {
		if (!random.chance(argument.required ? 0.95 : 0.5)) continue;
		const count = argument.variadic ? 1 + random.below(random.chance(0.05) ? 60 : 3) : 1;
		for (let index = 0; index < count; index++) own.push([argumentValue(argument, maker)]);
	}
	for (const [key, flag] of Object.entries(command.flags as Record<string, AnyFlag>)) {
		if (!random.chance(flag.required ? 0.92 : 0.16)) continue;
		const times = random.chance(0.06) ? 2 : 1;
		for (let index = 0; index < times; index++) own.push(flagTokens(key, flag, isSecretFlag(command, key), maker));
	}
	// What belongs together or is needed to get anywhere, more often than chance would.
	const has = (key: string) => key in command.flags;
	if (has('confirm') && random.chance(0.7)) own.push(['--confirm']);
	if (has('wait') && random.chance(0.3)) own.push(['--wait']);
	if (has('project') && random.chance(0.5)) own.push(['--project', idValue('project', maker)]);
	const globals = globalTokens(random);
	const pieces = [...own.sort(() => random.next() - 0.5), ...globals.filter(() => random.chance(0.5))];
	const before = globals.filter(piece => !pieces.includes(piece));
	return [...before.flat(), ...path, ...pieces.flat()];
}

function globalTokens(random: Random): string[][] {
	const tokens: string[][] = [];
	if (random.chance(0.5)) tokens.push(random.chance(0.5) ? ['--output', 'json'] : ['--output=json']);
	else if (random.chance(0.06)) tokens.push(['--output', random.pick(['xml', '', 'JSON', 'text', '\u001b[2J'])]);
	if (random.chance(0.1)) tokens.push(['--dry-run']);
	if (random.chance(0.08)) tokens.push(['--verbose']);
	if (random.chance(0.05)) tokens.push(['--debug']);
	if (random.chance(0.05))
		tokens.push(['--profile', random.pick(['staging', 'default', 'a b', '../x', '', '__proto__', '[x]'])]);
	if (random.chance(0.05))
		tokens.push(['--request-timeout', random.pick(['1', '0', '601', '0.5', 'NaN', '1e3', '-1', ''])]);
	if (random.chance(0.03))
		tokens.push([
			'--endpoint-url',
			random.pick([
				'local',
				'ftp://x',
				'http://',
				'http://user:pw@x',
				'http://127.0.0.1:1/',
				'x',
				'http://127.0.0.1:99999',
			]),
		]);
	if (random.chance(0.02)) tokens.push([random.pick(['-h', '--help', '-V', '--version'])]);
	return tokens;
}

function flagTokens(key: string, flag: AnyFlag, isSecret: boolean, maker: Maker): string[] {
	const {random, canaries} = maker;
	const name = `--${flag.onByDefault ? 'no-' : ''}${flagName(key)}`;
	if (flag.negated && random.chance(0.3)) return [`--no-${flagName(key)}`];
	if (flag.placeholder === null) return [random.chance(0.02) ? `${name}=false` : name];
	if (isSecret) {
		const canary = `CANARY${canaries.length}${random.pick(['', ' with blanks', '\u0007', 'é'])}`;
		canaries.push(`CANARY${canaries.length}`);
		return [`${name}=${canary}`];
	}
	const value = random.chance(0.72) ? likelyValue(key, flag, maker) : hostileValue(random);
	return value.startsWith('-') || random.chance(0.3) ? [`${name}=${value}`] : [name, value];
}

function argumentValue({name, choices}: AnyArgument, maker: Maker): string {
	const {random} = maker;
	if (random.chance(0.12)) return hostileValue(random);
	if (choices) return random.pick(choices);
	if (/file|path|dir/.test(name)) return random.pick(fixtureNames);
	return idValue(name, maker);
}

function idValue(name: string, {random, ids}: Maker): string {
	if (random.chance(0.08)) return random.pick(pathLikeIds);
	if (ids && random.chance(0.85)) {
		if (/project/.test(name)) return ids.projectId;
		if (/run/.test(name)) return ids.runId;
		if (/batch/.test(name)) return ids.batchId;
		if (/test/.test(name)) return ids.testId;
	}
	return `${name.replace(/-id$/, '')}_${random.below(100)}`;
}

function likelyValue(key: string, flag: AnyFlag, maker: Maker): string {
	const {random} = maker;
	const placeholder = flag.placeholder ?? '';
	if (flag.choices) return random.pick(flag.choices);
	if (placeholder === '<n>' || placeholder === '<s>' || placeholder === '<ms>' || flag.defaultText?.match(/^\d+$/))
		return random.pick(['1', '2', '5', '10', '20', '100', '0', '3600']);
	if (/path|file|dir/.test(placeholder) || /file|dir|^out$|plan|steps/i.test(key)) return random.pick(fixtureNames);
	if (/url|endpoint/i.test(key) || placeholder === '<url>')
		return random.pick(['http://127.0.0.1:1', 'https://shop.invalid/x', 'http://localhost:3000', 'http://10.0.0.1']);
	if (/project|test|run|batch/i.test(key)) return idValue(key, maker);
	if (key === 'since') return random.pick(['7d', '12h', '2026-01-31T09:30:00Z']);
	if (/produces|needs/.test(key)) return random.pick(['order_id', 'token', '9x', 'ORDER']);
	if (key === 'columns') return random.pick(['id', 'name,id', 'id,nope', '', ',']);
	return random.pick(['order', 'check the cart', 'p1', 'shop', 'bearer', 'a=b']);
}

/** Values nobody should type, but somebody will. */
export function hostileValue(random: Random): string {
	return random.pick([
		...dirtyTexts,
		...pathLikeIds,
		'',
		' ',
		'\t\n',
		'-',
		'--',
		'-1',
		'{"a":1}',
		'[]',
		'null',
		'true',
		'__proto__',
		'constructor',
		'$(touch pwned)',
		'; touch pwned',
		'C:\\Users\\me\\plan.json',
		'\\\\server\\share\\x',
		'file:///x',
		'x'.repeat(10_000),
		'99999999999999999999',
		'1e9',
		'0x10',
		'٣',
		'\uFEFFbom',
		'%00',
		...fixtureNames,
	]);
}

/** A line that a person or a script got wrong. */
function damaged(line: readonly string[], random: Random): string[] {
	const tokens = [...line];
	const times = 1 + random.below(3);
	for (let index = 0; index < times; index++) {
		const at = random.below(tokens.length + 1);
		const token = tokens[at] ?? '';
		const damages: Array<() => void> = [
			() => tokens.splice(at, 1),
			() => tokens.splice(at, 0, token),
			() => tokens.splice(at, 1, token.slice(0, -1)),
			() => tokens.splice(at, 1, token.toUpperCase()),
			() => tokens.splice(at, 0, hostileValue(random)),
			() =>
				tokens.splice(
					at,
					0,
					random.pick(['--', '-', '--no-', '-x', '--=x', '--unknown', '--unknown=1', '-hV', 'help']),
				),
			() => tokens.splice(at, 1, `${token}=${hostileValue(random)}`),
			() => tokens.reverse(),
		];
		random.pick(damages)();
	}
	// A secret must stay in its own flag: cut in two it would be an ordinary word.
	return tokens.some((token, index) => token.includes('CANARY') && !line.includes(token) && index >= 0)
		? [...line]
		: tokens;
}

const randomTokens = (line: readonly string[], random: Random): string[] =>
	Array.from({length: random.below(12)}, () =>
		random.chance(0.5) ? random.pick(line.filter(token => !token.includes('CANARY'))) : hostileValue(random),
	);

function environment(random: Random): Record<string, string> {
	const env: Record<string, string> = {
		SVC_REQUEST_TIMEOUT_MS: '1000',
		SVC_TARGET_POLICY: random.pick(['private', 'public']),
	};
	const maybe = (share: number, name: string, values: readonly string[]) => {
		if (random.chance(share)) env[name] = random.pick(values);
	};
	maybe(0.85, 'SVC_API_KEY', [canaryKey]);
	maybe(0.5, 'SVC_PROJECT_ID', ['prj_1', '..', ' ']);
	maybe(0.03, 'SVC_PROFILE', ['ci', 'a b', '']);
	maybe(0.03, 'SVC_TARGET_POLICY', ['everything']);
	maybe(0.05, 'NO_COLOR', ['1', '']);
	maybe(0.05, 'TERM', ['dumb', 'xterm-256color']);
	maybe(0.05, 'CI', ['true']);
	maybe(0.05, 'SVC_PORTAL_URL', ['https://portal.example', 'nonsense', 'javascript:alert(1)']);
	maybe(0.02, 'HTTPS_PROXY', ['nonsense', 'http://user:CANARY-proxy@127.0.0.1:1']);
	maybe(0.02, 'HTTP_PROXY', ['nonsense', 'http://user:CANARY-proxy@127.0.0.1:1']);
	if (random.chance(0.05)) {
		env['GITHUB_ACTIONS'] = 'true';
		env['GITHUB_STEP_SUMMARY'] = random.pick(['summary.md', 'no/such/dir/summary.md', 'directory']);
		env['GITHUB_OUTPUT'] = random.pick(['output.txt', '', 'directory']);
	}
	return env;
}

const credentialsFiles = [
	`[default]\napi_key = ${canaryKey}\n`,
	`[default]\napi_key = ${canaryKey}\napi_url = http://127.0.0.1:1\ntarget_policy = private\n`,
	'[default\napi_key = x\n',
	'nonsense',
	'',
	'\uFEFF[default]\r\napi_key = sk-user-crlf\r\n',
	'[default]\napi_url = ftp://x\n',
	'[default]\napi_key =\n[default]\napi_key = two\n',
	'\u0000\u0001',
	`[default]\napi_key = ${'x'.repeat(20_000)}\n`,
];
