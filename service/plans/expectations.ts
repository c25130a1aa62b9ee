import {wordsOf} from '../../contract/recipe-words.ts';
import {capital} from './kinds/names.ts';
import type {Assert, Recipe, Step} from './recipe.ts';

const longest = 2000;
const sources = {rule: 'rule', document: 'document', observed: 'learned', user: 'yours'} as const;
/** Said once at the end: every call keeps them. */
const general = new Set(['no-server-error', 'no-trace', 'no-secret']);

/** What a test expects, in words, each expectation with its source. At most 2,000 characters. */
export function expectationsOf({steps}: Pick<Recipe, 'steps'>): string {
	const lines = steps.flatMap(step => {
		const said = step.asserts.filter(({id, state}) => !general.has(id) && state === 'active');
		return said.length === 0 ? [] : [`${capital(step.title)}: ${grouped(said, step).join('; ')}.`];
	});
	const isGeneral = steps.some(({asserts}) => asserts.some(({id}) => general.has(id)));
	if (isGeneral) lines.push('No call ends in a server error, shows a trace or gives away a secret (rule).');
	const text = lines.join('\n');
	return text.length <= longest ? text : `${text.slice(0, longest - 2)} …`;
}

/** Echoes are said as one: there is one for every field. */
function grouped(asserts: readonly Assert[], step: Step): string[] {
	const isEcho = ({id}: Assert) => /^(?:if-accepted:)?(?:echo|stored):/.test(id);
	const echoes = asserts.filter(isEcho);
	const said = asserts
		.filter(one => !isEcho(one))
		.map(
			one =>
				`${wordsOf(one)} (${sources[one.provenance.from]}${one.strength === 'learned' ? ', learning makes it precise' : ''})`,
		);
	if (echoes.length > 0) {
		const names = echoes.map(({id}) => id.slice(id.lastIndexOf('.') + 1));
		const verb = step.role === 'act' ? 'comes back as it was sent' : 'is stored as it was sent';
		said.push(
			`${names.slice(0, 8).join(', ')}${names.length > 8 ? ` and ${names.length - 8} more` : ''} ${names.length > 1 ? verb.replace('comes', 'come').replace('is ', 'are ').replace('it was', 'they were') : verb} (rule)`,
		);
	}
	return said;
}
