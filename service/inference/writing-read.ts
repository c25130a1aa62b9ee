import {singular, wordsOf} from './word-form.ts';

/** First words of a name by which a GET does more than read. */
const writing = new Set([
	...['create', 'delete', 'remove', 'insert', 'append', 'restore', 'save', 'send', 'restart', 'reboot', 'shutdown'],
	...['reset', 'clear', 'purge', 'flush', 'undo', 'redo', 'revoke', 'regenerate', 'rotate', 'unsubscribe', 'subscribe'],
	...['enable', 'disable', 'toggle', 'trigger', 'execute', 'cancel', 'approve', 'reject', 'publish', 'unpublish'],
	...[
		'kick',
		'ban',
		'unban',
		'mute',
		'unmute',
		'logout',
		'signout',
		'start',
		'stop',
		'pause',
		'resume',
		'sync',
		'deploy',
	],
]);
/** Those that are writing in front of another word only: `setPassword`, `moveList`, but `GET /copy`, `GET /update`. */
const writingWhat = new Set([
	'set',
	'add',
	'copy',
	'move',
	'update',
	'put',
	'change',
	'rename',
	'replace',
	'make',
	'write',
]);
/** First words of what reads. */
const reading = new Set([
	'get',
	'list',
	'show',
	'read',
	'fetch',
	'find',
	'retrieve',
	'return',
	'search',
	'query',
	'view',
]);

/**
 * Whether the name of a GET says that it does more than read, as APIs do that call procedures: `GET /createPad`,
 * `GET /player/start`. `GET /restore-points` that "lists restore points" reads.
 *
 * @param said what the document calls the operation and says of it
 */
export function isWritingRead(path: string, said: ReadonlyArray<string | null>): boolean {
	const last = path.split('/').at(-1) ?? '';
	if (/[{}:]/.test(last)) return false;
	const [verb = '', ...what] = wordsOf(last);
	if (!writing.has(verb) && !(what.length > 0 && writingWhat.has(verb))) return false;
	return !said.some(one => {
		const [word = ''] = wordsOf(one ?? '');
		return reading.has(word) || reading.has(singular(word));
	});
}
