import type {Locator} from '../../../contract/locator.ts';
import type {ScriptElement} from '../../../contract/script.ts';
import type {Target} from '../../../source/plan-language/reading.ts';
import {fingerprintOf} from '../heal/fingerprint.ts';
import {locatorCandidates, namedPlacesOf} from '../script/build-locator.ts';
import type {Look} from '../page/look.ts';
import type {Collection} from '../page/rows.ts';
import {framesOf} from '../script/build-locator.ts';
import {recordRoles, selectorsOf} from '../script/records.ts';
import {isExactly, pageLocator} from './located.ts';
import {type Found, optionsOf} from './find.ts';
import type {Session} from './session.ts';

/** Tried on the page; the ones after these are no better. */
const mostTried = 6;
/** Shorter values stand in names by chance. */
const shortestPassing = 3;
const patienceMs = 2000;

const textsOf = (value: unknown): string[] =>
	typeof value === 'string'
		? [value]
		: value !== null && typeof value === 'object'
			? Object.values(value).flatMap(textsOf)
			: [];

/**
 * What a claim about the records of a list is about: the list, where the members of a list of its kind have a role of
 * their own (slot `list`), else what they and no others have in common (slot `members`). Null: neither can be named.
 */
export async function saveRecords(session: Session, look: Look, list: Collection): Promise<ScriptElement | null> {
	const {container, members} = list;
	const found = (index: number): Found => ({
		look,
		index,
		element: look.elements[index]!,
		locator: session.locator(look, index),
	});
	const [first] = members;
	if (recordRoles[container.role] !== undefined)
		return container.ref === null ? null : saveElement(session, found(container.index), 'list', nothing, null, true);
	if (first === undefined || first.ref === null) return null;
	const within = framesOf(look, first);
	for (const value of selectorsOf(container, members)) {
		const locator: Locator = {by: 'css', value, exact: true, within};
		const all = pageLocator(session, locator).filter({visible: true});
		const isAll = async () => {
			const [count, itself] = await Promise.all([all.count(), all.first().and(found(first.index).locator).count()]);
			return count === members.length && itself === 1;
		};
		if (await session.call('trying a locator', isAll(), patienceMs).catch(() => false))
			return {slot: 'members', locator, fingerprint: fingerprintOf(look, first.index)};
	}
	return null;
}

const nothing: Target = {phrase: '', isQuoted: false, role: null, scopes: [], ordinal: null};

/**
 * The element as a script saves it, before it is acted on. A saved entry stays while its locator still gives this very
 * element; else the first way to name it that the page confirms, and that the next run can use: a text with a secret or with what
 * only this run has is no name. A claim of such a text is about the text. Null: nothing names it alone.
 */
export async function saveElement(
	session: Session,
	found: Found,
	slot: string,
	target: Target,
	saved: ScriptElement | null,
	isClaim = false,
): Promise<ScriptElement | null> {
	if (saved && (await isExactly(session, saved.locator, found))) return saved;
	const options = optionsOf(session);
	const passing = [...session.parts.variables.passing, ...session.parts.mask.values].filter(
		value => value.trim().length >= shortestPassing,
	);
	const passes = (locator: Locator) => passing.some(value => textsOf(locator).some(text => text.includes(value)));
	for (const {locator, positional} of locatorCandidates(found.look, found.index, target, options).slice(0, mostTried)) {
		if (!(await isExactly(session, locator, found))) continue;
		if (passes(locator)) {
			if (isClaim) return null;
			continue;
		}
		const fingerprint = fingerprintOf(found.look, found.index, namedPlacesOf(target, options.expand));
		return {slot, locator, fingerprint, ...(positional ? {positional} : {})};
	}
	return null;
}
