/**
 * Words for one thing, the most fitting flag first: whoever writes one of a row means the first one that the command
 * has. The same thing has other names in other tools, and some of our own commands tell two of a kind apart.
 */
const sameMeaning: readonly (readonly string[])[] = [
	['url', 'target-url', 'base-url', 'target', 'api-url', 'api', 'endpoint', 'site', 'address', 'host'],
	['endpoint-url', 'server', 'server-url', 'service', 'service-url', 'host'],
	['doc', 'spec', 'openapi', 'swagger', 'schema', 'document', 'doc-url', 'spec-url', 'openapi-url', 'url'],
	['name', 'title', 'label'],
	['description', 'desc', 'about', 'summary', 'comment'],
	['out', 'output-dir', 'out-dir', 'output-file', 'out-file', 'dir', 'directory', 'folder', 'dest', 'to', 'save'],
	['report-file', 'junit', 'junit-file', 'report-out', 'output-file', 'out'],
	['report', 'reporter'],
	['summary-file', 'summary', 'json-file'],
	['api-key', 'key', 'token', 'api-token'],
	['credential', 'token', 'bearer', 'secret', 'value', 'api-key', 'key', 'auth'],
	['type', 'auth-type', 'auth', 'scheme', 'kind'],
	['username', 'user', 'email', 'login', 'user-name', 'account'],
	['password', 'pass', 'passwd', 'pwd'],
	['header-name', 'header'],
	['login-url', 'auth-url', 'token-url', 'token-endpoint'],
	['timeout', 'max-time', 'time-limit', 'wait-timeout', 'deadline', 'request-timeout'],
	['project', 'project-id', 'proj'],
	['target-id', 'target', 'project', 'project-id', 'testlist', 'list', 'list-id'],
	['target-type', 'type', 'kind'],
	['case', 'test', 'test-id', 'tests', 'cases', 'test-ids'],
	['tests', 'test', 'test-id', 'test-ids', 'ids'],
	['env', 'environment', 'stage'],
	['needs', 'consumes', 'requires', 'uses', 'inputs', 'variables'],
	['produces', 'provides', 'captures', 'outputs', 'exports', 'variables'],
	['after', 'depends-on', 'order', 'follows'],
	['code-file', 'code', 'file', 'script', 'from', 'source', 'from-file', 'path', 'input'],
	['plan-from', 'plan', 'plan-file', 'plan-path', 'file', 'from-file'],
	['plan-from-dir', 'dir', 'directory', 'folder', 'plan-dir', 'plans-dir', 'from-dir'],
	['plans', 'file', 'plans-file', 'plan-list'],
	['max-items', 'limit', 'count', 'top', 'max', 'first', 'head'],
	['page-size', 'per-page', 'limit', 'size'],
	['starting-token', 'cursor', 'page-token', 'next-token', 'page', 'next', 'after'],
	['status', 'state', 'verdict'],
	['filter', 'search', 'query', 'grep', 'match', 'name', 'pattern'],
	['all', 'everything', 'all-tests'],
	['runs', 'times', 'count', 'attempts', 'repeat'],
	['yes', 'confirm', 'assume-yes', 'non-interactive', 'no-input', 'no-prompt', 'force'],
	['confirm', 'yes', 'force', 'assume-yes', 'non-interactive'],
	['force', 'overwrite', 'yes'],
	['max-concurrency', 'max-parallel', 'concurrency', 'parallel', 'parallelism', 'workers', 'jobs', 'threads'],
	['cron', 'schedule', 'expression', 'when', 'at'],
	['timezone', 'tz', 'time-zone', 'zone'],
	['send-to', 'email', 'mail', 'notify', 'to', 'recipients'],
	['priority', 'prio'],
	['language', 'lang'],
	['wait', 'follow', 'watch', 'block', 'sync', 'foreground'],
	['skip-dependencies', 'no-deps', 'no-dependencies', 'alone', 'only'],
	['skip-preflight', 'no-check', 'no-verify', 'skip-check'],
	['verbose', 'debug', 'log-level', 'trace'],
	['dry-run', 'simulate', 'preview', 'what-if', 'noop'],
	['output', 'format', 'out-format', 'output-format'],
	['scopes', 'scope', 'permissions'],
	['scope', 'scopes'],
	['data-dir', 'home', 'dir', 'data', 'storage'],
	['database-url', 'database', 'db', 'db-url', 'postgres', 'dsn'],
	['host', 'bind', 'listen', 'address', 'hostname'],
	['port', 'listen'],
	['text', 'message', 'value', 'prompt'],
	['rows', 'max-tests', 'tests', 'limit', 'count'],
	['source', 'trigger', 'from'],
];

/** What names no single flag: a flag with its value. */
const lines: Readonly<Record<string, readonly string[]>> = {'--json': ['--output json']};

/** More would be a list to read, not an answer. */
const most = 2;

/** Flags of the command whose meaning another tool, or another command, gives this name. @param flag with its dashes */
export function flagsOfSameMeaning(flag: string, known: readonly string[]): string[] {
	const line = Object.hasOwn(lines, flag) ? lines[flag] : undefined;
	if (line) return [...line];
	const word = flag.slice(2);
	const rows = sameMeaning.filter(row => row.includes(word));
	// A row that the word heads is about that very thing.
	const ranked = [...rows].sort((a, b) => a.indexOf(word) - b.indexOf(word));
	const found = ranked.flatMap(row => {
		const first = row.find(one => one !== word && known.includes(`--${one}`));
		return first === undefined ? [] : [`--${first}`];
	});
	return [...new Set(found)].slice(0, most);
}

/** Begins of flags that turn their meaning round; without one of them a flag means what it says. */
const turns = [
	['no', 'skip', 'without', 'disable'],
	['clear', 'unset', 'remove', 'reset'],
];

function partsOf(flag: string): {turn: number; parts: readonly string[]} {
	const parts = flag
		.slice(2)
		.split('-')
		.filter(part => part !== '');
	const turn = turns.findIndex(words => words.includes(parts[0] ?? ''));
	return {turn, parts: turn < 0 ? parts : parts.slice(1)};
}

/** Flags that are this one with words more or less, nearest first: `--target-url` and `--url`. */
export function flagsOfSameWords(flag: string, known: readonly string[]): string[] {
	const written = partsOf(flag);
	const isWithin = (some: readonly string[], all: readonly string[]) => some.every(part => all.includes(part));
	const like = known.flatMap(one => {
		if (!one.startsWith('--')) return [];
		const {turn, parts} = partsOf(one);
		const isLike = turn === written.turn && parts.length > 0 && written.parts.length > 0;
		if (!isLike || !(isWithin(parts, written.parts) || isWithin(written.parts, parts))) return [];
		return [{flag: one, far: Math.abs(parts.length - written.parts.length)}];
	});
	const nearest = Math.min(...like.map(({far}) => far));
	return like.filter(({far}) => far === nearest).map(one => one.flag);
}
