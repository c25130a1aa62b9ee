import type {Target} from '../../../source/plan-language/reading.ts';
import type {Look, LookElement} from '../page/look.ts';
import {rowsAround} from '../page/rows.ts';
import {dialogOf, dialogTitle, sectionsAround} from '../page/sections.ts';
import {fieldRoles} from '../page/roles.ts';
import {isWithin, treeOf} from '../page/tree.ts';
import {fold, identifierWords, hasWords, words} from '../page/words.ts';
import {identifyingWords} from '../page/wrappers.ts';
import {isCandidate, isPressable} from './candidates.ts';
import {labelsOf} from './label-score.ts';
import {onlyRecordWords, recordWords, roleFit} from './role-words.ts';
import type {ScopeFilter} from './scope.ts';
import {floor, type Scored} from './score.ts';

/** `the current photo`: there is no other. */
const anyOfThem = new Set(words('current existing selected unsaved entire whole remaining'));

const kinds = new Set(
	words('tour dialog modal popup banner notification message overlay window panel box toast tip hint alert'),
);

/** What buttons do and boxes only speak of. */
const deeds = new Set(words('submit send confirm place delete cancel close open edit add'));

/** What each row between a control and the one that names the object costs. */
const outerCost = 0.06;

/** What the unexplained part of a control's name costs at most. */
const unexplainedCost = 0.25;

/**
 * `delete the task Call the bank`: controls whose name carries the verb, and whose own name, row, section or dialog
 * carries the object. `verb` and the object's phrase have their variables filled in.
 */
export function rankVerbObject(verb: string, object: Target | null, look: Look, scopes: ScopeFilter): Scored[] {
	// `the email from GitLab`: its row says which.
	const isRowSaid = object?.scopes.some(({kind}) => kind === 'row' || kind === 'row_at');
	const isKindOnly = object !== null && !object.isQuoted && onlyRecordWords(object.phrase);
	const wanted: Wanted = {
		verb: words(verb),
		object:
			object === null || (isRowSaid === true && isKindOnly)
				? []
				: words(object.phrase).filter(
						(word, _, all) => !anyOfThem.has(word) || (all.length === 1 && object.role === null),
					),
		purpose: words(object?.purpose ?? ''),
		role: object?.role ?? null,
	};
	const controls = look.elements.filter(
		element =>
			isCandidate(look, element, 'do') &&
			isPressable(element) &&
			!writtenIn.has(element.role) &&
			scopes.isInside(element.index),
	);
	const rated = controls
		.map(element => ({index: element.index, ...rate(look, element, wanted)}))
		.filter(one => one.score >= floor)
		.sort((one, other) => other.score - one.score || one.index - other.index);
	const sent = rated.length === 0 && verb === 'submit' ? submitOfDialog(controls, look, object) : [];
	if (sent.length > 0) return sent;
	const isOfPage = object !== null && ofPage.test(object.phrase) && object.scopes.length === 0;
	const ticked = rated.length === 0 && verb === 'save' ? onlyTick(controls) : [];
	if (ticked.length > 0) return ticked;
	if (rated.length > 0 || object === null || !(isKindOnly || isDeed(object.phrase) || isOfPage)) return rated;
	const only = onlyOneThatSays(controls, wanted.verb);
	return only.length > 0 || !isOfPage || verb !== 'apply' ? only : submitOfFilter(controls, look);
}

const leaving = /^(?:cancel|close|back|no|dismiss|keep|discard|delete|remove|reset|abort|never ?mind|not now|later)\b/i;

/** `submit the form` in a dialog that is made of no form: the one button in it that neither leaves nor takes away. */
function submitOfDialog(controls: LookElement[], look: Look, object: Target | null): Scored[] {
	const isForm = object === null || (object.phrase === '' && (object.role === 'form' || object.role === 'dialog'));
	const {modal} = look;
	if (!isForm || modal === null) return [];
	const tree = treeOf(look);
	const sending = controls.filter(
		control =>
			isButton(control) &&
			isWithin(tree, control.index, modal) &&
			hasWords(calledOf(control)) &&
			!leaving.test(calledOf(control).trim()),
	);
	const [only, ...others] = sending;
	return only && others.length === 0 ? [{index: only.index, score: 0.7, why: 'sends the dialog', isWeak: false}] : [];
}

/** `the filter`, `the search`: there is one on a page, and its controls need not say what they are of. */
const ofPage = /^(?:search |list |result |active |current |all )?(?:filters?|filter settings|search|sorting)$/i;

/** What sends the one form with fields in the content of a page; a form that is a button alone sends nothing of a filter. */
function submitOfFilter(controls: LookElement[], look: Look): Scored[] {
	const tree = treeOf(look);
	const forms = look.elements.filter(({tag}) => tag === 'form');
	const sending = controls.filter(control => {
		const form = forms.findLast(({index}) => isWithin(tree, control.index, index));
		const inside = form ? look.elements.slice(form.index, tree.end[form.index]) : [];
		return (
			control.role === 'button' &&
			(control.type ?? 'submit') === 'submit' &&
			inside.some(({role}) => ['textbox', 'searchbox', 'combobox', 'checkbox', 'radio'].includes(role))
		);
	});
	const [only, ...others] = sending;
	return only && others.length === 0 ? [{index: only.index, score: 0.7, why: 'submits the form', isWeak: false}] : [];
}

/** `the deletion`: what is done, and no thing of its own. */
export const isDeed = (phrase: string) =>
	/^(?:[a-z]+ )?(?:changes?|edits?|selection)$/.test(phrase) || /^[a-z]{3,}(?:tion|sion|val|ment|ing)s?$/.test(phrase);

/** Which record is not said, and there is one control on the whole page that does this to any. */
function onlyOneThatSays(controls: LookElement[], verb: string[]): Scored[] {
	const saying = controls.filter(element =>
		labelsOf(element).some(({text}) => verb.every(word => words(text).includes(word))),
	);
	const [only] = saying;
	return only && saying.length === 1 && verb.length > 0
		? [{index: only.index, score: 0.7, why: 'the only control that says so', isWeak: false}]
		: [];
}

/** What is written in does nothing. */
const writtenIn = new Set(['textbox', 'searchbox', 'spinbutton']);

/** `save` by the one button without a word whose picture is a tick, as icon fonts spell it. */
export function onlyTick(controls: LookElement[]): Scored[] {
	const ticks = controls.filter(
		element => isButton(element) && /^(?:check|done|save|floppy|✓|✔|💾)$/u.test(calledOf(element).trim()),
	);
	const [only, ...others] = ticks;
	return only && others.length === 0
		? [{index: only.index, score: 0.62, why: 'the only button with a tick', isWeak: true}]
		: [];
}

type Wanted = {verb: string[]; object: string[]; purpose: string[]; role: Target['role']};
type Rating = Omit<Scored, 'index'>;
const nothing: Rating = {score: 0, why: '', isWeak: false};

function rate(look: Look, element: LookElement, wanted: Wanted): Rating {
	const ratings = [
		bySubmit(element, look, wanted),
		byConfirming(look, element, wanted),
		byCancelling(look, element, wanted),
	];
	// The words beside a box are a sentence about it: ticking `Send me the newsletter` sends nothing.
	if (['checkbox', 'radio'].includes(element.role) && wanted.verb.some(word => deeds.has(word))) return nothing;
	for (const label of namesOf(element)) {
		const there = words(label.text);
		if (!wanted.verb.every(word => there.includes(word))) continue;
		const {score, explained, why} = place(look, element, there, wanted);
		if (score === 0) continue;
		const rest = there.filter(
			word => !wanted.verb.includes(word) && !explained.has(word) && !wanted.purpose.includes(word),
		);
		const cost = unexplainedCost * (rest.filter(word => !/^\d+$/.test(word)).length / there.length);
		ratings.push({score: (score - cost) * label.factor, why, isWeak: label.isWeak});
	}
	return ratings.reduce((best, one) => (one.score > best.score ? one : best));
}

/** All of the words are in what its authors call it: its id and its test ids. */
function isIdentified(element: LookElement, asked: readonly string[]): boolean {
	if (asked.length === 0) return true;
	const there = identifyingWords(element);
	return asked.every(word => there.includes(word));
}

/** Labels, and of what has none its icons. */
function namesOf(element: LookElement): Array<{text: string; factor: number; isWeak: boolean}> {
	const labels = labelsOf(element).map(({text, factor}) => ({text, factor, isWeak: false}));
	if (labels.some(({text}) => hasWords(text))) return labels;
	return [element.id, element.nameAttribute, ...element.classes]
		.filter(name => name !== null)
		.map(name => ({text: identifierWords(name), factor: 0.75, isWeak: true}));
}

/** Where the object stands: in the control's own name, its row, or around it. */
function place(look: Look, element: LookElement, there: string[], {verb, object, role}: Wanted) {
	const none = {score: 0, explained: new Set<string>(), why: ''};
	const explained = new Set(object);
	const missing = object.filter(word => !there.includes(word));
	// `the welcome tour`: what kind of thing it is need not be written on it.
	const isKind = (word: string) =>
		kinds.has(word) || (recordWords.has(word) && object.some(one => !recordWords.has(one)));
	const rest = missing.some(word => !isKind(word)) ? missing.filter(word => !isKind(word)) : missing;
	if (object.length === 0) {
		// `submit the form`: the object is only a kind of place.
		const isThere = role === null || standsIn(look, element, role);
		// `Submit`: the button that submits a form, before a link to one.
		const leads = element.role === 'link' && role === null ? 0.08 : 0;
		// `My bookings` books nothing.
		const [first = ''] = fold(element.name).split(' ');
		const isNoun = words(first).every(word => !verb.includes(word)) ? 0.1 : 0;
		return isThere ? {score: 0.95 - leads - isNoun, explained, why: 'verb in its name'} : {...none, score: 0.6};
	}
	if (rest.length === 0) return {score: 0.95, explained, why: 'verb and object in its name'};
	const tree = treeOf(look);
	// `the task` names none of several rows, though one of them may hold the word.
	const rows = rest.every(word => recordWords.has(word)) ? [] : rowsAround(look, element.index);
	// What stands in a row within another one is told by its own: the outer one has the names of all.
	for (const [level, row] of rows.entries()) {
		const said = words(tree.textOf(row.index) + namesIn(look, row.index));
		// `the tarball of clock-face` of a control that is `download-tarball` to its authors.
		const missed = rest.filter(word => !said.includes(word));
		if (missed.length < rest.length && isIdentified(element, missed)) {
			return {
				score: 0.93 - outerCost * Math.min(level, 2),
				explained: new Set([...explained, ...object]),
				why: 'verb in its name, object in its row',
			};
		}
	}
	const titles = sectionsAround(look, element.index).flatMap(section => words(section.title));
	const dialog = dialogOf(look, element.index);
	const inDialog = dialog === null ? [] : words(`${tree.textOf(dialog.index)} ${dialog.name}`);
	if (rest.every(word => titles.includes(word) || inDialog.includes(word))) {
		return {score: 0.82, explained, why: 'verb in its name, object around it'};
	}
	return verb.length > 0 && rest.length < object.length && rest.length === 1 && object.length > 2
		? {score: 0.7, explained, why: 'verb and most of the object in its name'}
		: none;
}

const namesIn = (look: Look, index: number): string =>
	look.elements
		.slice(index, treeOf(look).end[index])
		.map(element => ` ${element.name}`)
		.join('');

function standsIn(look: Look, element: LookElement, role: NonNullable<Target['role']>): boolean {
	const tree = treeOf(look);
	return (
		look.elements.some(
			area =>
				area.index !== element.index && isWithin(tree, element.index, area.index) && roleFit(role, area) === 'first',
		) || roleFit(role, element) === 'first'
	);
}

/** The submit button that follows a field. */
const submitAfter = (look: Look, field: number): number | null =>
	fieldRoles.has(look.elements[field]!.role)
		? (look.elements.find(
				({index, role, tag, type, isInForm}) =>
					index > field &&
					role === 'button' &&
					tag === 'button' &&
					isInForm === true &&
					(type ?? 'submit') === 'submit',
			)?.index ?? null)
		: null;

/** `submit the form` means its submit button, whatever that is called. */
function bySubmit(element: LookElement, look: Look, {verb, object, role}: Wanted): Rating {
	if (!verb.some(word => words('submit').includes(word)) || element.role !== 'button') return nothing;
	if (element.tag !== 'button' && element.tag !== 'input') return nothing;
	if (element.tag === 'button' ? (element.type ?? 'submit') !== 'submit' : element.type !== 'submit') return nothing;
	const tree = treeOf(look);
	const form = look.elements.findLast(area => area.tag === 'form' && isWithin(tree, element.index, area.index));
	if (!form && !element.isInForm) return nothing;
	const around = [
		...sectionsAround(look, element.index).flatMap(section => words(section.title)),
		...words(form?.name ?? ''),
		...words(element.name),
	];
	const isMeant =
		object.length === 0
			? role === null || role === 'form'
			: object.every(word => around.includes(word) || word === words('form')[0]);
	if (!isMeant) return nothing;
	// Of several forms the one that was last typed in.
	const isTyped = look.focused !== null && submitAfter(look, look.focused) === element.index;
	return {score: isTyped ? 0.9 : 0.8, why: 'submits the form', isWeak: false};
}

const staying =
	/^(?:cancel|close|back|no|dismiss|keep|abort|never ?mind|not now|later|go back|stay|return|[x×✕✖⨯]$|continue editing|discard)\b|^[×✕✖⨯]$/i;

/** What may be pressed in a dialog and is called something. */
const buttonsOf = (look: Look, dialog: LookElement): LookElement[] =>
	look.elements
		.slice(dialog.index + 1, treeOf(look).end[dialog.index])
		.filter(one => one.ref !== null && isButton(one) && hasWords(calledOf(one)));

/** `cancel the dialog`, whose button says `Keep it`: the only one in it that leaves everything as it was. */
function byCancelling(look: Look, element: LookElement, {verb, object}: Wanted): Rating {
	if (object.length > 0 || !verb.some(word => cancelling.has(word)) || !isButton(element)) return nothing;
	const dialog = dialogOf(look, element.index);
	if (dialog === null) return nothing;
	const leaves = buttonsOf(look, dialog).filter(one => staying.test(calledOf(one).trim()));
	return leaves.length === 1 && leaves[0]!.index === element.index
		? {score: 0.84, why: 'the only way back in the dialog', isWeak: false}
		: nothing;
}
const cancelling = new Set(words('cancel dismiss decline'));

/** Every other button of the dialog leaves it as it was. */
function isOnlyWayOn(look: Look, dialog: LookElement, element: LookElement): boolean {
	const inside = buttonsOf(look, dialog);
	const on = inside.filter(one => !staying.test(calledOf(one).trim()));
	return on.length === 1 && on[0]!.index === element.index && inside.length > 1;
}

const calledOf = ({name, text}: LookElement): string => name || text;

/** Also one that is made of a box. */
const isButton = ({role, isClickable, isAround}: LookElement): boolean =>
	role === 'button' || ((isClickable || isAround === true) && ['generic', 'text', 'link'].includes(role));

/** `confirm the deletion` in the dialog that asks: its button says `Delete`, or only yes. */
function byConfirming(look: Look, element: LookElement, {verb, object}: Wanted): Rating {
	if (!verb.some(word => words('confirm').includes(word)) || !isButton(element)) return nothing;
	const dialog = dialogOf(look, element.index);
	if (dialog === null) return nothing;
	const called = calledOf(element);
	const there = words(called);
	const said = words(`${treeOf(look).textOf(dialog.index)} ${dialog.name}`);
	// `Delete ticket?` is confirmed by `Delete`.
	const [deed] = object.length === 0 ? words(dialogTitle(look, dialog) || dialog.name) : [];
	if (deed !== undefined && there[0] === deed && !staying.test(called.trim()))
		return {score: 0.86, why: 'does what the dialog asks', isWeak: false};
	if (object.length === 0 && isOnlyWayOn(look, dialog, element))
		return {score: 0.84, why: 'the only way on in the dialog', isWeak: false};
	const isAbout = object.every(word => said.includes(word) || there.includes(word));
	if (there.some(word => object.includes(word)))
		return {score: 0.85, why: 'does what is to be confirmed', isWeak: false};
	return isAbout && there.some(word => words('yes').includes(word))
		? {score: 0.88, why: 'confirms', isWeak: false}
		: nothing;
}
