import type {ActionPart, Target} from '../../../source/plan-language/reading.ts';
import type {HitTest, Look, LookElement} from '../page/look.ts';
import {descendants} from '../page/rows.ts';
import {treeOf, upwards} from '../page/tree.ts';
import {words} from '../page/words.ts';
import {isCandidate} from './candidates.ts';
import {choose} from './choose.ts';
import {asTold} from './describe.ts';
import {nearestOf} from './nearest.ts';
import {rank, type Resolved, type ResolveOptions, resolve} from './resolve.ts';
import {type Direction, directionOf} from '../page/step-names.ts';

type Step = Extract<ActionPart, {op: 'step'}>;

/** How far around a button its label and its number may stand, in steps up the tree. */
const reach = 3;

/**
 * What changes a number: the field, slider or list that holds it, else the button beside it that leads that way
 * (`increase the adults to 4`).
 */
export async function stepControl(part: Step, look: Look, options: ResolveOptions, hit: HitTest): Promise<Resolved> {
	const field = await resolve(part.target, 'step', look, options, hit);
	if ('found' in field) return field;
	const button = await stepButton(part.target, part.direction, look, options, hit);
	return 'none' in button ? field : button;
}

/** The button that brings the number beside it nearer to `goal`; the one that adds when it is there already. */
export async function stepTowards(
	target: Target,
	goal: number,
	look: Look,
	options: ResolveOptions,
	hit: HitTest,
): Promise<Resolved> {
	const up = await stepButton(target, 'up', look, options, hit);
	const now = 'found' in up ? numberBeside(look, up.found) : null;
	if (!('found' in up)) return up;
	if (now === null) return {none: [], missingScopes: []};
	return goal >= now ? up : stepButton(target, 'down', look, options, hit);
}

async function stepButton(
	target: Target,
	direction: Direction,
	look: Look,
	options: ResolveOptions,
	hit: HitTest,
): Promise<Resolved> {
	const {scopes} = rank({...target, phrase: '', role: null}, 'visible', look, options);
	const wanted = words(options.expand(target.phrase));
	const buttons = look.elements.filter(
		one =>
			one.role === 'button' &&
			isCandidate(look, one, 'click') &&
			scopes.isInside(one.index) &&
			directionOf(one.accessibleName) === direction,
	);
	const says = (text: string) => wanted.every(word => words(text).includes(word));
	const named = buttons.filter(one => says(one.name));
	const meant = named.length > 0 ? named : buttons.filter(one => says(aroundOf(look, one, direction)));
	const scored = meant.map(({index}) => ({index, score: 0.9, why: 'changes the number', isWeak: false}));
	if (scored.length === 0)
		return {none: nearestOf(target, 'click', look, options, scopes), missingScopes: scopes.missing};
	const chosen = await choose(scored, {target: {...target, role: null}, op: 'click', look, scopes, hit});
	return 'tied' in chosen
		? {ambiguous: asTold(look, target, chosen), count: chosen.tied.length}
		: {found: chosen.index, score: chosen.score, why: chosen.why, scopes};
}

/** The text of the largest group in which no other button leads the same way. */
function aroundOf(look: Look, button: LookElement, direction: Direction): string {
	const tree = treeOf(look);
	let text = '';
	for (const around of [...upwards(look, button.index)].slice(1, reach + 1)) {
		const alike = descendants(look, tree, around).filter(
			one => one.role === 'button' && directionOf(one.accessibleName) === direction,
		);
		if (alike.length > 1) break;
		text = `${tree.textOf(around.index)} ${descendants(look, tree, around)
			.map(one => one.name)
			.join(' ')}`;
	}
	return text;
}

/** The number that a button changes: the only one in the smallest group around it; null: there is none, or several. */
export function numberBeside(look: Look, button: number): number | null {
	const tree = treeOf(look);
	for (const around of [...upwards(look, button)].slice(1, reach + 1)) {
		const numbers = descendants(look, tree, around)
			.filter(one => tree.children[one.index]!.length === 0 && /^-?\d{1,6}$/.test(tree.textOf(one.index).trim()))
			.map(one => Number(tree.textOf(one.index)));
		if (numbers.length > 0) return numbers.length === 1 ? numbers[0]! : null;
	}
	return null;
}
