import type {Environment} from '../contract/environment.ts';
import {loginWords} from '../source/view-model/environment-words.ts';
import {cleanLine} from '../source/terminal/clean-text.ts';
import {momentWords} from '../source/terminal/moment-words.ts';
import {labelled, wrapped} from './pane-lines.ts';
import type {PaneLine} from './text-pane.tsx';

/** Everything about an environment; values under secret names come masked. */
export function environmentDetailLines(one: Environment, {width, now}: {width: number; now: number}): PaneLine[] {
	const variables = Object.entries(one.variables ?? {});
	const secret = new Set(one.secretKeys);
	const account = one.hasCredentials ? one.username : one.authMode === 'account' ? 'incomplete: e completes it' : null;
	return [
		...wrapped(cleanLine(one.name), width, 'title'),
		...(one.isDefault ? wrapped('Runs use it unless they name another one.', width, 'muted') : []),
		[],
		...labelled('URL', one.url, width),
		...labelled('Auth', loginWords(one), width),
		...labelled('Account', account, width),
		...labelled('Changed', momentWords(one.updatedAt, now), width),
		[],
		...(variables.length === 0
			? wrapped('It has no variables yet: v sets one, and tests read it as VAR_<KEY>.', width, 'muted')
			: [[{text: 'Variables', role: 'accent' as const}]]),
		...variables.flatMap(([key, value]) =>
			wrapped(cleanLine(`VAR_${key} = ${value}`), width, secret.has(key) ? 'muted' : undefined),
		),
	];
}
