import type {Part, Target} from '../../../source/plan-language/reading.ts';
import type {HitTest, Look, LookElement} from '../page/look.ts';
import {checkableRoles} from '../page/roles.ts';
import {descendants, rowsAround} from '../page/rows.ts';
import {isWithin, treeOf, upwards} from '../page/tree.ts';
import {words} from '../page/words.ts';
import {candidatesOf, isCandidate, isPressable} from './candidates.ts';
import {choose} from './choose.ts';
import {consentOf} from './consent.ts';
import {asTold} from './describe.ts';
import {nearestOf} from './nearest.ts';
import {rank, type Resolved, type ResolveOptions, resolve} from './resolve.ts';
import {openedAt, recordAt} from './record-at.ts';
import {type ScopeFilter, scopeFilter} from './scope.ts';
import {searchBox, searchIn, searchOfPlace} from './search-field.ts';
import {offeringSelect} from './select-control.ts';
import {menuOfColumn, sortControl} from './sort-control.ts';
import {stepControl, stepTowards} from './stepper.ts';
import {rankVerbObject} from './verb-object.ts';

/** The elements of a part by the name they have in it; the first that is not found ends it. */
export type ResolvedPart =
	| {elements: ResolvedElement[]}
	| {slot: string; target: Target; failed: Exclude<Resolved, {found: number}>};

/** `isMakeshift`: by its name it is for something else than what the step says. */
type ResolvedElement = {slot: string; target: Target; index: number; score: number; why: string; isMakeshift: boolean};

const nothing: Target = {phrase: '', isQuoted: false, role: null, scopes: [], ordinal: null};

/**
 * Every element that a part of a step acts on. Assertions and captures are not resolved here but read
 * (`observe`, `readSubject`): they may speak of texts that are no elements.
 */
export async function resolvePart(
	part: Part,
	look: Look,
	options: ResolveOptions,
	hit: HitTest,
): Promise<ResolvedPart> {
	const elements: ResolvedElement[] = [];
	for (const {slot, find} of slotsOf(part, look, options, hit)) {
		const {target, resolved} = await find();
		if (!('found' in resolved)) return {slot, target, failed: resolved};
		const {found: index, score, why, isMakeshift = false} = resolved;
		elements.push({slot, target, index, score, why, isMakeshift});
	}
	return {elements};
}

type Slot = {slot: string; find(): Promise<{target: Target; resolved: Resolved}>};

function slotsOf(part: Part, look: Look, options: ResolveOptions, hit: HitTest): Slot[] {
	const by = (slot: string, target: Target, own: ResolveOptions = options): Slot => ({
		slot,
		find: async () => ({
			target,
			resolved:
				openedAt(target, part.op, look, own) ??
				(await menuOfColumn(target, look, own, hit)) ??
				(await resolve(target, part.op, look, own, hit)),
		}),
	});
	const byNameOrPlace = (target: Target, own: ResolveOptions): Slot => ({
		slot: 'target',
		find: () => searchOfPlace(target, by('target', target, own).find, look, own, hit),
	});
	switch (part.op) {
		case 'click':
		case 'double_click':
		case 'right_click':
		case 'long_press':
		case 'hover':
		case 'clear':
		case 'check':
		case 'uncheck':
			return [by('target', part.target)];
		case 'download':
			return [{slot: 'target', find: () => findDownload(part.target, by('target', part.target), look, options, hit)}];
		case 'pick':
			return [
				{
					slot: 'target',
					find: async () => ({
						target: part.target,
						resolved: chosenRecord(look, await resolve(part.target, part.op, look, options, hit)),
					}),
				},
			];
		case 'do':
			return [{slot: 'target', find: () => findVerbObject(part.verb, part.object, look, options, hit)}];
		case 'fill':
		case 'append': {
			const text = options.expand(part.value.text);
			// A field for numbers takes no words.
			const isWords = !/\d/.test(text) && /\p{L}/u.test(text);
			const taking = isWords ? {...options, takes: ({type}: LookElement) => type !== 'number'} : options;
			const named = part.target && typedInto(part.target, byNameOrPlace(part.target, taking), look);
			return [
				part.target === null
					? focusedField(look)
					: part.op === 'fill'
						? steppedField(part.target, text, named!, look, options, hit)
						: named!,
			];
		}
		case 'search':
			return [
				{
					slot: 'target',
					find: () =>
						part.target === null
							? searchBox(look, options, hit)
							: searchIn(part.target, by('target', part.target).find, look, options, hit),
				},
			];
		case 'select':
			return [
				{
					slot: 'target',
					find: async () => ({
						target: part.target ?? {...nothing, phrase: part.values[0]?.text ?? ''},
						resolved:
							(part.target && (await menuOfColumn(part.target, look, options, hit))) ??
							(await offeringSelect(
								part.target,
								part.values.flatMap(({text, place}) => (place === undefined ? [options.expand(text)] : [])),
								look,
								options,
								hit,
							)),
					}),
				},
			];
		case 'step':
			return [
				{
					slot: 'target',
					find: async () => ({target: part.target, resolved: await stepControl(part, look, options, hit)}),
				},
			];
		case 'sort':
			return [{slot: 'target', find: () => sortControl(part, look, options, hit)}];
		case 'pick_date':
			return part.target === null ? [] : [by('target', part.target)];
		case 'press':
			return part.target === null ? [] : [by('target', part.target)];
		case 'upload':
			return part.target === null ? [fileField(look)] : [by('target', part.target)];
		case 'scroll':
			return 'target' in part.to
				? [by('target', part.to.target)]
				: 'inside' in part.to && part.to.inside
					? [by('inside', part.to.inside)]
					: [];
		case 'drag':
			return 'target' in part.to ? [by('target', part.target), by('to', part.to.target)] : [by('target', part.target)];
		case 'consent':
			return [consentControl(part.answer, look)];
		default:
			return [];
	}
}

/** `choose the Sea view room`: a text that does nothing by itself is chosen by the box or button of its row. */
function chosenRecord(look: Look, resolved: Resolved): Resolved {
	if (!('found' in resolved)) return resolved;
	const element = look.elements[resolved.found]!;
	if (
		(element.role !== 'row' && isPressable(element)) ||
		[...upwards(look, element.index)].some(one => isPressable(one) && one.role !== 'row')
	)
		return resolved;
	const [row] = element.role === 'row' ? [element] : rowsAround(look, element.index);
	if (row === undefined || row.isClickable) return resolved;
	const inside = descendants(look, treeOf(look), row).filter(one => isCandidate(look, one, 'click'));
	const boxes = inside.filter(one => checkableRoles.has(one.role));
	const buttons = inside.filter(
		one => one.role === 'button' && words('choose').every(word => words(one.name).includes(word)),
	);
	const [control, ...others] = boxes.length > 0 ? boxes : buttons;
	return control && others.length === 0 ? {...resolved, found: control.index, why: 'the control of its row'} : resolved;
}

const only = (slot: string, target: Target, indexes: number[], look: Look): Slot => ({
	slot,
	find: async () => {
		const [first] = indexes;
		if (indexes.length === 1 && first !== undefined) {
			return {target, resolved: {found: first, score: 1, why: 'the only one', scopes: noScopes(look)}};
		}
		const tied = indexes.map(index => ({index, score: 1, why: '', isWeak: false}));
		return {
			target,
			resolved:
				tied.length > 0
					? {ambiguous: asTold(look, target, {tied, counted: tied.map(({index}) => index)}), count: tied.length}
					: {none: [], missingScopes: []},
		};
	},
});

const noScopes = (look: Look) => scopeFilter(look, [], {find: () => [], expand: text => text});

function focusedField(look: Look): Slot {
	const target: Target = {...nothing, role: 'field'};
	const {focused} = look;
	const isField = focused !== null && candidatesOf('fill').fits(look.elements[focused]!);
	if (isField) return only('target', target, [focused], look);
	const fields = look.elements.filter(element => isCandidate(look, element, 'fill')).map(element => element.index);
	return only('target', target, fields, look);
}

const typesOf: Record<string, string> = {number: 'number', date: 'date', 'e-mail': 'email', file: 'file'};

/** `change the number to 3`: where nothing is called so, the one field of that kind, in the open dialog if there is one. */
function typedInto(target: Target, byName: Slot, look: Look): Slot {
	const type = typesOf[target.phrase.toLowerCase()];
	const called = fieldByName(target, byName, look);
	if (target.role === 'field' && /^(?:area|textarea)$/.test(target.phrase) && target.scopes.length === 0)
		return textArea(target, called, look);
	if (type === undefined || target.scopes.length > 0 || target.ordinal !== null) return called;
	return {
		slot: 'target',
		find: async () => {
			const named = await called.find();
			if (!('none' in named.resolved)) return named;
			const fields = fieldsInReach(look).filter(
				element => element.type === type || (type === 'number' && element.role === 'spinbutton'),
			);
			return fields.length === 1 ? only('target', target, [fields[0]!.index], look).find() : named;
		},
	};
}

/** What can be filled in: of an open dialog, where one is open. */
const fieldsInReach = (look: Look): LookElement[] =>
	look.elements.filter(
		element =>
			isCandidate(look, element, 'fill') && (look.modal === null || isWithin(treeOf(look), element.index, look.modal)),
	);

/** `the text area`, where nothing is called so: a field of several lines, and no other. */
function textArea(target: Target, called: Slot, look: Look): Slot {
	return {
		slot: 'target',
		find: async () => {
			const named = await called.find();
			if ('found' in named.resolved) return named;
			const areas = fieldsInReach(look).filter(({role, tag}) => role === 'textbox' && tag !== 'input');
			return only(
				'target',
				target,
				areas.map(({index}) => index),
				look,
			).find();
		},
	};
}

/**
 * `change the text to …` without anything called so means the field that has the focus; `in the text box`, of several, is
 * none of them for certain.
 */
function fieldByName(target: Target, byName: Slot, look: Look): Slot {
	const isNameless = words(target.phrase).every(word => words('text value input field it content').includes(word));
	if (!isNameless || target.selector || target.scopes.length > 0) return byName;
	return {
		slot: 'target',
		find: async () => {
			const named = await byName.find();
			const saysWhich = !('ambiguous' in named.resolved) || target.role !== 'field';
			return 'found' in named.resolved || look.focused === null || !saysWhich ? named : focusedField(look).find();
		},
	};
}

/** `set the adults to 3`, where buttons change the number and nothing takes a text. */
function steppedField(
	target: Target,
	text: string,
	byName: Slot,
	look: Look,
	options: ResolveOptions,
	hit: HitTest,
): Slot {
	if (!/^\d{1,3}$/.test(text)) return byName;
	return {
		slot: 'target',
		find: async () => {
			const named = await byName.find();
			if ('found' in named.resolved) return named;
			const resolved = await stepTowards(target, Number(text), look, options, hit);
			return 'none' in resolved ? named : {target, resolved};
		},
	};
}

function fileField(look: Look): Slot {
	const target: Target = {...nothing, phrase: 'file', role: 'field'};
	const fields = look.elements
		.filter(element => element.type === 'file' && element.box !== null)
		.map(element => element.index);
	const byName = look.elements.filter(
		element =>
			isCandidate(look, element, 'click') &&
			(element.role === 'button' || isPressable(element)) &&
			words(element.name || element.text).some(word => words('upload attach browse').includes(word)),
	);
	return only('target', target, fields.length > 0 ? fields : byName.map(element => element.index), look);
}

function consentControl(answer: 'accept' | 'reject' | 'close', look: Look): Slot {
	const target: Target = {...nothing, phrase: `${answer} cookies`, role: 'button'};
	const banner = consentOf(look);
	const index = banner?.[answer] ?? null;
	return only('target', target, index === null ? [] : [index], look);
}

/** `Download the receipt`: the control that says so, else the one called so. */
async function findDownload(
	target: Target,
	byName: Slot,
	look: Look,
	options: ResolveOptions,
	hit: HitTest,
): Promise<{target: Target; resolved: Resolved}> {
	const said = await findVerbObject('download', target, look, options, hit);
	return 'found' in said.resolved ? said : byName.find();
}

const undone: Record<string, string> = {show: 'hide', hide: 'show', expand: 'collapse', collapse: 'expand'};

async function findVerbObject(
	verb: string,
	object: Target | null,
	look: Look,
	options: ResolveOptions,
	hit: HitTest,
): Promise<{target: Target; resolved: Resolved}> {
	const named: Target = {...(object ?? nothing), phrase: options.expand(object?.phrase ?? '')};
	// As it would stand in the control's name, for the messages and for the locator.
	const target: Target = {...named, phrase: [verb, named.phrase].filter(word => word !== '').join(' ')};
	const find = (anchor: Target) =>
		rank(anchor, 'visible', look, options)
			.scored.slice(0, 1)
			.map(one => one.index);
	const said = scopeFilter(look, named.scopes, {find, expand: options.expand, startUrl: options.startUrl});
	// `Archive the last order`: what the control in that record does.
	const record = recordAt(named, look, options);
	const scopes: ScopeFilter =
		record === null
			? said
			: {...said, rows: [record.index], isInside: index => isWithin(treeOf(look), index, record.index)};
	const whole = record === null ? named : {...named, phrase: '', role: null, ordinal: null};
	const ranked = (word: string) => rankVerbObject(word, object === null ? null : whole, look, scopes);
	const ofVerb = ranked(options.expand(verb));
	// What is shown already has the control that hides it.
	const undoing = undone[verb];
	const ofUndoing = ofVerb.length > 0 || undoing === undefined ? ofVerb : ranked(undoing);
	// `Reset all filters` of the one button that says `Reset filters`.
	const every = /^all (?=\p{Ll})/u.exec(named.phrase);
	const ofAll =
		ofUndoing.length === 0 && every
			? rankVerbObject(options.expand(verb), {...named, phrase: named.phrase.slice(4)}, look, scopes)
			: [];
	const scored = ofUndoing.length === 0 && ofAll.length === 1 ? ofAll : ofUndoing;
	if (scored.length === 0)
		return {target, resolved: {none: nearestOf(target, 'click', look, options, scopes), missingScopes: scopes.missing}};
	const chosen = await choose(scored, {target: {...whole, role: null}, op: 'do', look, scopes, hit});
	if ('tied' in chosen) return {target, resolved: {ambiguous: asTold(look, target, chosen), count: chosen.tied.length}};
	return {target, resolved: {found: chosen.index, score: chosen.score, why: chosen.why, scopes}};
}
