import type {Locator as PageLocator} from 'playwright-core';
import type {Operation, Part, Scope, Target} from '../../../source/plan-language/reading.ts';
import {ordinalText} from '../../../source/plan-language/describe.ts';
import type {Look, LookElement} from '../page/look.ts';
import {areasOf} from '../resolve/areas.ts';
import {shownRole} from '../resolve/describe.ts';
import {placeNote} from '../resolve/named-places.ts';
import {type Resolved, type ResolveOptions, resolve} from '../resolve/resolve.ts';
import {type ResolvedPart, resolvePart} from '../resolve/resolve-part.ts';
import {Deadline} from './deadline.ts';
import type {Session} from './session.ts';
import {StepFailed} from './step-failed.ts';

/** An element on the page as it is now. */
export type Found = {
	look: Look;
	index: number;
	element: LookElement;
	locator: PageLocator;
	/** Finds it once more where the page has drawn it anew. */
	again?: () => Promise<Found>;
};

/** Two that fit equally are looked at again for this long: one of them may be about to go. */
const tieMs = 600;

/** What a page has for something else is taken when nothing better has been drawn for this long. */
const makeshiftMs = 1500;

/** Looks until the target is there. Throws `StepFailed`: ambiguous, or not found with what comes nearest. */
export async function findTarget(session: Session, target: Target, op: Operation): Promise<Found> {
	const started = performance.now();
	let last: Resolved | null = null;
	let tie: Deadline | null = null;
	const found = await session.until(async look => {
		last = await resolveOn(session, target, op, look);
		if ('found' in last) {
			session.say(`${describe(target)}: ${told(look.elements[last.found]!)} (${last.score.toFixed(2)}, ${last.why})`);
			return {look, index: last.found};
		}
		if ('none' in last) {
			tie = null;
			return null;
		}
		tie ??= new Deadline(tieMs);
		return tie.isOver ? {look, index: -1} : null;
	});
	if (found && found.index >= 0)
		return foundAt(session, found.look, found.index, () => findTarget(session, target, op));
	const seconds = ((performance.now() - started) / 1000).toFixed(1);
	throw notResolved(session, target, op, last as unknown as Exclude<Resolved, {found: number}>, seconds);
}

/** The elements of an action by their slot, all on one look. Throws `StepFailed` for the first that is not there. */
export async function findPart(session: Session, part: Part): Promise<Map<string, {found: Found; target: Target}>> {
	// An address is no element of the page that is left.
	if (part.op === 'goto') return new Map();
	const started = performance.now();
	let missing: Extract<ResolvedPart, {failed: unknown}> | null = null;
	let tie: Deadline | null = null;
	let makeshift: Deadline | null = null;
	const done = await session.until(async look => {
		const resolved = await resolvePart(part, look, optionsOf(session), session.hitTest(look));
		if ('elements' in resolved) {
			makeshift ??= new Deadline(makeshiftMs);
			const isMeant = !resolved.elements.some(one => one.isMakeshift) || makeshift.isOver;
			return isMeant ? {look, elements: resolved.elements} : null;
		}
		missing = resolved;
		if ('none' in resolved.failed) {
			tie = null;
			return null;
		}
		tie ??= new Deadline(tieMs);
		return tie.isOver ? {look, elements: null} : null;
	});
	if (done?.elements) {
		const {look, elements} = done;
		for (const {target, index, score, why, isMakeshift} of elements) {
			if (isMakeshift) session.doubt(`nothing to search with is called so; ${told(look.elements[index]!)} was taken`);
			session.say(`${describe(target)}: ${told(look.elements[index]!)} (${score.toFixed(2)}, ${why})`);
		}
		notePlaces(session, part, look);
		const again = (slot: string) => async () => (await findPart(session, part)).get(slot)!.found;
		return new Map(
			elements.map(({slot, target, index}) => [slot, {found: foundAt(session, look, index, again(slot)), target}]),
		);
	}
	const {target, failed} = missing as unknown as Extract<ResolvedPart, {failed: unknown}>;
	throw notResolved(session, target, part.op, failed, ((performance.now() - started) / 1000).toFixed(1));
}

/** A place that nothing but its id or class names is said to be one. */
export function notePlaces(session: Session, part: Part, look: Look): void {
	const targets = Object.values(part).filter(
		(one): one is Target => typeof one === 'object' && one !== null && 'scopes' in one,
	);
	const areas = targets.flatMap(({scopes, role, phrase}): Scope[] => [
		...scopes,
		...(role === 'section' && phrase !== '' ? [{kind: 'area', role, name: phrase} as const] : []),
	]);
	for (const area of areas) {
		const places = area.kind === 'area' ? areasOf(look, area, optionsOf(session).expand) : [];
		for (const place of places) if (place.identifier) session.doubt(placeNote(place));
	}
}

export const resolveOn = (session: Session, target: Target, op: Operation, look: Look): Promise<Resolved> =>
	resolve(target, op, look, optionsOf(session), session.hitTest(look));

export const optionsOf = (session: Session): ResolveOptions => ({
	testIdAttributes: session.testIdAttributes,
	expand: text => session.parts.variables.fill(text),
	startUrl: session.job.targetUrl,
});

export const foundAt = (session: Session, look: Look, index: number, again?: () => Promise<Found>): Found => ({
	look,
	index,
	element: look.elements[index]!,
	locator: session.locator(look, index),
	...(again ? {again} : {}),
});

export function notResolved(
	session: Session,
	target: Target,
	op: Operation,
	resolved: Exclude<Resolved, {found: number}>,
	seconds: string,
): StepFailed {
	const wanted = describe(target);
	if ('ambiguous' in resolved) {
		const {ambiguous, count} = resolved;
		const list = ambiguous.map(one => `${one.role} "${one.name}"${one.place ? ` ${one.place}` : ''}`).join(' · ');
		const forms = ambiguous.map(one => sentence(op, one.sentence)).join(' · ');
		for (const one of ambiguous) session.say(`fits: ${one.role} "${one.name}" ${one.place ?? ''}`);
		return new StepFailed({
			case: 'ambiguous',
			target: wanted,
			nearest: ambiguous.map(one => ({role: one.role, name: one.name, score: 1, why: one.place ?? 'equal'})),
			message:
				typeof target.ordinal === 'number' && count > 0 && count < target.ordinal
					? `the ${wanted} was looked for, but there ${count === 1 ? 'is only 1' : `are only ${count}`}: ${list}`
					: `${wanted} fits ${count} elements: ${list}. Say which: ${forms}`,
		});
	}
	if (
		target.selector?.by === 'css' &&
		session.lastLook?.unreadable?.includes(optionsOf(session).expand(target.selector.value))
	)
		return new StepFailed({
			case: 'not_found',
			target: wanted,
			message: `${wanted} is no CSS selector that the browser can read: correct the target of the step`,
		});
	if ('none' in resolved && resolved.behind !== undefined)
		return new StepFailed({
			case: 'covered',
			target: wanted,
			message: `${wanted} stands behind the open dialog "${resolved.behind}", which covers the page`,
		});
	const nearest = 'none' in resolved ? resolved.none : [];
	const missing = 'none' in resolved ? resolved.missingScopes : [];
	const list = nearest.map(one => `${one.role} "${one.name}" (${one.score.toFixed(2)}, ${one.why})`).join(' · ');
	for (const one of nearest) session.say(`near: ${one.role} "${one.name}" ${one.score.toFixed(2)}, ${one.why}`);
	const gone = missing.length > 0 ? `; there is no ${missing.join(', no ')}` : '';
	return new StepFailed({
		case: nearest[0]?.why === 'hidden' && nearest[0].score >= 0.9 ? 'hidden' : 'not_found',
		target: wanted,
		nearest: nearest.map(({role, name, score, why}) => ({role, name, score, why})),
		message: `${wanted} was not found in ${seconds} s on ${session.page.url()}${gone}${list ? `; nearest: ${list}` : ''}`,
	});
}

/** `Click` and what the click is to be on. */
const sentence = (op: Operation, words: string) =>
	op === 'go' ? `Click ${words}` : `${op.charAt(0).toUpperCase()}${op.slice(1).replaceAll('_', ' ')} ${words}`;

/** A target as people would say it: `button "Save" in the row of A-1002`. */
export function describe(target: Target): string {
	const name = target.selector
		? `${target.selector.by}=${target.selector.value}`
		: target.phrase
			? `"${target.phrase}"`
			: '';
	const ordinal = target.ordinal === null ? '' : target.ordinal === 'last' ? 'last' : ordinalText(target.ordinal);
	const scopes = target.scopes.map(describeScope);
	return [ordinal, target.role, name, ...scopes].filter(Boolean).join(' ') || 'the element';
}

function describeScope(scope: Scope): string {
	switch (scope.kind) {
		case 'row':
			return `in the row of ${scope.conditions.map(({column, text}) => (column ? `${column} ${text}` : text)).join(' and ')}`;
		case 'row_at':
			return `in row ${scope.ordinal}`;
		case 'area':
			return `in the ${[scope.name && `"${scope.name}"`, scope.role].filter(Boolean).join(' ')}`;
		case 'frame':
			return `in the frame "${scope.name}"`;
		case 'near':
			return `${scope.relation.replaceAll('_', ' ')} ${scope.anchors.map(describe).join(' and ')}`;
	}
}

export const told = ({role, name, text}: LookElement): string =>
	`${shownRole({role})} "${(name || text).slice(0, 80)}"`;
