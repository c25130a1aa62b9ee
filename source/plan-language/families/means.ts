import {type Draft, type Family, one, type Form} from '../draft.ts';
import {emptyTarget, simpleTarget} from '../names.ts';
import {byForms, form} from '../pattern.ts';
import type {Scope, Target} from '../reading.ts';
import {targetsOf} from '../targets.ts';
import {type Token, textOf} from '../tokens.ts';
import {keyOf} from './keys.ts';
import {areaRoles, articles, isVerb, verbOf} from '../words.ts';

const finishing =
	'(confirm|finish|close|save|submit|dismiss|cancel|complete|continue|accept|apply|proceed|open|expand|collapse|delete|remove|create)';
const cross = '[the|a] (x|cross|×|close icon|x icon|x button|cross icon|close button)';

/** What an instruction is carried out by: the control is named, the rest is what it is for. */
const forms: Form[] = [
	form(
		`(close|dismiss|cancel|exit|leave) {area} (with|using|via|by clicking|by clicking on|by pressing) ${cross} [in its corner|in the corner|in the top right corner|in the upper right corner|at the top right]`,
		({area}) => closed(area!),
	),
	form(
		`(clear|reset|empty|wipe|discard) {purpose} (with|using|via) ${cross} [in it|beside it|next to it]`,
		({purpose}) => crossed(purpose!),
	),
	form(
		'{purpose} by (clicking|pressing|tapping|hitting|selecting|choosing|clicking on|tapping on|pressing on) {thing}',
		({purpose, thing}) => (isKey(thing!) || isMore(purpose!) ? [] : clicked(thing!, purpose!)),
	),
	form(`${finishing} (with|using|via) {thing}`, ({thing}) => (isKey(thing!) ? pressed(thing!) : clicked(thing!, []))),
	form('(close|dismiss|confirm|cancel|acknowledge) {purpose} with {thing}', ({purpose, thing}) =>
		!isKey(thing!) && isAnswer(thing!) && articles.has(purpose![0]!.lower) ? clicked(thing!, purpose!) : [],
	),
	form(`${finishing} {purpose} (with|using|via) {thing}`, ({purpose, thing}) =>
		isControl(thing!) ? clicked(thing!, purpose!) : [],
	),
];

/** "submit the form by clicking Save, confirm with Done, close the dialog with the X". */
export const means: Family = tokens => byForms(forms, tokens).slice(0, 2);

/** `by pressing Enter`: no control is called so. */
const isKey = ([first]: readonly Token[]): boolean =>
	/^(?:enter|return|escape|esc|tab|space|f\d{1,2})$/.test(first?.lower ?? '');

/** `Confirm with Enter`: a key that no control is called by. */
function pressed(key: readonly Token[]): Draft[] {
	const name = keyOf(textOf(key.at(-1)?.lower === 'key' ? key.slice(0, -1) : key));
	return name === null ? [] : [one({op: 'press', key: name, times: 1, target: null})];
}

/** `Open the menu and save …`, `Set City to "Lyon" …`: something to do of its own, and no purpose of a click. */
const isMore = (tokens: readonly Token[]): boolean =>
	tokens.some(({text}, at) => (text === 'and' || text === 'then' || text === ',') && isVerb(tokens[at + 1])) ||
	(/^(?:set|fill|type|enter|change|write|put|select|choose|pick|tick|check|upload|attach|search)$/.test(
		verbOf(tokens[0]) ?? '',
	) &&
		tokens.some(({kind}) => kind === 'quoted' || kind === 'variable'));

/** `OK`, `Got it`: what is said by a button, in capitals or quotes. */
const isAnswer = (tokens: readonly Token[]): boolean =>
	tokens.length <= 3 &&
	(tokens[0]!.kind === 'quoted' ? tokens.length === 1 : /^\p{Lu}/u.test(tokens[0]!.text)) &&
	!isControl(tokens);

const isControl = (tokens: readonly Token[]): boolean => {
	const role = simpleTarget(tokens)?.role;
	return role === 'button' || role === 'icon' || role === 'link';
};

function clicked(thing: readonly Token[], purpose: readonly Token[]): Draft[] {
	const said = textOf(purpose);
	return targetsOf(thing)
		.filter(({phrase, role}) => phrase !== '' || role !== null)
		.map(target => {
			const purpose = [target.purpose ?? '', said].filter(words => words !== '').join(', ');
			return one({op: 'click', target: purpose === '' ? target : {...target, purpose}});
		});
}

/** `Clear the search with the x`: what it empties tells it from other crosses. */
function crossed(purpose: readonly Token[]): Draft[] {
	const said = purpose.filter(({lower}) => !articles.has(lower) && lower !== 'again');
	if (said.length === 0 || isMore(purpose) || said.some(({kind}) => kind === 'mark')) return [];
	return [one({op: 'click', target: {...emptyTarget('icon'), phrase: 'cross', purpose: textOf(said)}})];
}

/** The control that closes is called so, whatever its picture is. */
function closed(area: readonly Token[]): Draft[] {
	const target = simpleTarget(area);
	if (!target?.role || !areaRoles.has(target.role)) return [];
	const scope: Scope = {kind: 'area', role: target.role, name: target.phrase || null};
	const close: Target = {phrase: 'close', isQuoted: false, role: 'button', scopes: [scope], ordinal: null};
	return [one({op: 'click', target: close})];
}
