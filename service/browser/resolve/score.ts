import type {Operation, Target} from '../../../source/plan-language/reading.ts';
import {recordNouns} from '../../../source/plan-language/words.ts';
import type {Look, LookElement} from '../page/look.ts';
import {headingsOf, columnOf, rowOf} from '../page/rows.ts';
import {sectionsAround} from '../page/sections.ts';
import {fieldRoles} from '../page/roles.ts';
import {treeOf, upwards} from '../page/tree.ts';
import {hasWords, identifierWords, leadingVerb, plainWords, stem, weightOf, words} from '../page/words.ts';
import {authoredNames} from '../page/wrappers.ts';
import {candidatesOf, isPressable} from './candidates.ts';
import {iconScore} from './icons.ts';
import {type Evidence, labelScore, labelsOf, nameScore} from './label-score.ts';
import {containerWords, roleFit} from './role-words.ts';
import {directionOf} from '../page/step-names.ts';
import {isLogo, namesLogo} from './logo.ts';
import {namesUserMenu, opensUserMenu} from './user-menu.ts';
import {toneOf} from './tone.ts';

/** Below it nothing is acted on; how far the best has to lead, more where only attributes speak for it. */
export const floor = 0.5;
export const margin = {usual: 0.05, weak: 0.15, atPlace: 0.15};

export type Scored = Evidence & {index: number};

/** Operations at a place of the page, whatever stands there. */
export const pointing = new Set<Operation>([
	'click',
	'double_click',
	'right_click',
	'long_press',
	'hover',
	'pick',
	'go',
]);

type Wanted = {target: Target; phrase: string; op: Operation; hasRow: boolean; testIdAttributes: string[]};

/** How much an element is what the step names; 0: not at all. */
export function scoreOf(look: Look, element: LookElement, wanted: Wanted): Scored {
	const {target, phrase, op} = wanted;
	const {index} = element;
	const called = calledAsSaid(look, element, wanted);
	const evidence = called ?? (phrase === '' ? byRoleOnly(look, element, target) : bestEvidence(look, element, wanted));
	if (evidence.score === 0 || (target.isWhole && evidence.score < calledWhole)) return {...evidence, score: 0, index};
	let {score} = evidence;
	const notes = [evidence.why];
	if (target.role !== null && called === null) {
		const fit = roleFit(target.role, element);
		score += fit === 'first' ? 0.09 : fit === 'accepted' ? 0.02 : -0.2;
		if (fit === 'other') notes.push(`a ${element.role}, not a ${target.role}`);
	}
	if (candidatesOf(op).needsInteractive && !isPressable(element)) {
		// Nobody opens a panel by a text.
		score -= target.opens === true && target.role === 'section' && element.role !== 'heading' ? 0.6 : 0.12;
		notes.push('not a control');
	}
	if (op === 'go' || isOpening(target)) {
		const verb = leadingVerb(element.name);
		if (verb !== null && !words(phrase).includes(verb)) {
			score -= 0.2;
			notes.push('does something else');
		}
	}
	return {...evidence, index, score, why: notes.filter(note => note !== '').join(', ')};
}

/** Called so but for an article. */
const calledWhole = 0.88;

/** More than any role alone gives. */
const calledScore = 1.15;

/** An element whose name is all of the words, the role word with them. */
function calledAsSaid(look: Look, element: LookElement, wanted: Wanted): Evidence | null {
	const {said} = wanted.target;
	if (said === undefined) return null;
	const {score, why} = labelScore(said, element, wanted.testIdAttributes, labelsFor(look, element, wanted));
	return score >= 0.93 ? {score: calledScore * score, why, isWeak: false} : null;
}

const isOpening = (target: Target) => /^(open|go)\b/i.test(target.purpose ?? '');

/** `the first row`, `the dialog`: only what it is. */
function byRoleOnly(look: Look, element: LookElement, target: Target): Evidence {
	if (target.role === null) return {score: 0, why: '', isWeak: false};
	if (isBesideMaker(target) && seeks(element)) return {score: 0, why: '', isWeak: false};
	// A place for messages that holds none is no message.
	if (target.role === 'banner' && !isBanner(element)) return {score: 0, why: '', isWeak: false};
	if (target.role === 'message' && (!isMessage(look, element) || isOfOtherTone(look, element, target.tone)))
		return {score: 0, why: '', isWeak: false};
	const fit = roleFit(target.role, element);
	return {
		// What its class calls a message is one, also where it is text alone.
		score: fit === 'first' ? 0.8 : fit === 'accepted' && (target.role === 'message' || !isBareText(element)) ? 0.62 : 0,
		why: element.role,
		isWeak: false,
	};
}

/** What announces itself, by role or by class, and says something; any heading or cell is none. */
const isMessage = (look: Look, element: LookElement) =>
	/\S/.test(treeOf(look).textOf(element.index)) &&
	element.tag !== 'output' &&
	(element.isError === true ||
		['alert', 'status', 'log', 'alertdialog', 'dialog', 'tooltip'].includes(element.role) ||
		authoredNames(element).some(name =>
			/(?:^|[-_])(?:errors?|err|alert|toast|snackbar|message|msg|notice|notification|warning|invalid|flash|feedback|hint)(?:$|[-_])|^(?:success|danger|errornote|message-?list|messages)$/i.test(
				name,
			),
		));

/** The field in front of the very `Add`: what is typed there is made. */
const isBesideMaker = ({role, scopes}: Target): boolean =>
	role === 'field' &&
	scopes.some(scope => scope.kind === 'near' && scope.anchors.some(({isWhole}) => isWhole === true));

const seeks = ({role, name, placeholder, id}: LookElement): boolean =>
	role === 'searchbox' || [name, placeholder, id].some(text => /search|filter|find|query/i.test(text ?? ''));

const isOfOtherTone = (look: Look, element: LookElement, tone: Target['tone']): boolean => {
	// What asks whether one is sure may say that it cannot be undone.
	const isAsked = element.role === 'dialog' || element.role === 'alertdialog';
	const own = tone === undefined || isAsked ? null : toneOf(look, element.index);
	return own !== null && own !== tone;
};

/** What tells something across the page; the head of the page has the role, and nobody calls it so. */
const isBanner = ({role, id, classes}: LookElement) =>
	['alert', 'region', 'dialog', 'alertdialog', 'status', 'complementary'].includes(role) ||
	[id ?? '', ...classes].some(name =>
		/(?:^|[-_])(?:banner|cookies?|consent|notice|announcement|promo|alert|notification)(?:$|[-_])/i.test(name),
	);

const isBareText = (element: LookElement) =>
	['text', 'generic', 'paragraph'].includes(element.role) && !element.isClickable;

function bestEvidence(look: Look, element: LookElement, wanted: Wanted): Evidence {
	const {phrase, target, testIdAttributes} = wanted;
	const labels = labelsFor(look, element, wanted);
	const found = [labelScore(phrase, element, testIdAttributes, labels)];
	if (namesLogo(target) && isLogo(element))
		found.push({score: 0.9, why: 'called a logo by its authors', isWeak: false});
	if (namesUserMenu(target) && opensUserMenu(look, element))
		found.push({score: 0.9, why: 'the menu of the user by its class', isWeak: false});
	// `the main menu` may be called so in full, role word and all.
	if (target.role !== null) found.push(labelScore(`${phrase} ${target.role}`, element, testIdAttributes, labels));
	// `the Sent folder`, `the ferry-core package`: called so in full, or by what stands before the word for its kind.
	const way = wayOf(phrase);
	const kindless = !pointing.has(wanted.op) ? null : (way ?? (target.isQuoted ? null : withoutKind(phrase)));
	if (kindless !== null && isPressable(element)) {
		const short = labelScore(kindless, element, testIdAttributes, labels);
		// `Next month` is not what leads to the next question.
		const isBare = way === null || words(element.name).length === 1;
		if (isBare) found.push({...short, score: short.score * 0.93});
	}
	if (isPressable(element)) found.push(leadingSign(element, way));
	const drawn = target.isQuoted ? 0 : iconScore(look, element, phrase);
	// A picture that is known by a name for it says less than the sign itself.
	if (drawn > 0) found.push({score: drawn, why: 'icon', isWeak: drawn < 0.9});
	// A sign that is a name (`+`, `›`) is compared as it stands.
	if (!hasWords(phrase) && phrase !== '' && element.accessibleName.includes(phrase)) {
		found.push({
			score: element.accessibleName.trim() === phrase ? 1 : 0.7,
			why: 'name',
			isWeak: !hasWords(element.name) && element.accessibleName !== phrase,
		});
	}
	if (!hasWords(phrase)) found.push(signEvidence(element, phrase));
	// `the plus button`, also where it is called `Increase adults`.
	const turn =
		(words(phrase).length === 1 || !hasWords(phrase)) && element.role === 'button' ? directionOf(phrase) : null;
	if (turn !== null && directionOf(element.accessibleName) === turn)
		found.push({score: 0.75, why: 'leads that way', isWeak: false});
	found.push(withContext(look, element, phrase), inColumn(look, element, wanted));
	found.push(ofKind(look, element, labels, wanted));
	if (target.opens === true && target.role === 'section') found.push(leadsTo(element, phrase));
	if (target.role !== null && containerWords.has(target.role) && roleFit(target.role, element) !== 'other') {
		found.push(asContainer(look, element, phrase));
	}
	return found.reduce((best, one) => (one.score > best.score ? one : best));
}

/** A name with a capital or a sign in it, before a word in small letters for a kind of record; null: there is none. */
function withoutKind(phrase: string): string | null {
	const [, name, kind] = /^(.*\S)\s+(\p{Ll}+)$/u.exec(phrase) ?? [];
	return name && kind && recordNouns.has(kind) && /[\p{Lu}\d@./_-]/u.test(name) ? name : null;
}

/** `the Printer node`: a text that is called so in a box that the page itself calls a node, by class. */
function ofKind(
	look: Look,
	element: LookElement,
	labels: ReturnType<typeof labelsOf>,
	{phrase, target}: Wanted,
): Evidence {
	const none = {score: 0, why: '', isWeak: false};
	const [, name, kind] = target.isQuoted ? [] : (/^(.*\S)\s+(\p{Ll}{3,})$/u.exec(phrase) ?? []);
	if (name === undefined || kind === undefined) return none;
	const score = Math.max(0, ...labels.map(({text, factor}) => nameScore(name, text) * factor));
	const boxes = [...upwards(look, element.index)].slice(0, 4);
	const isKind = ({classes}: LookElement) =>
		classes.some(one => plainWords(identifierWords(one)).map(stem).includes(stem(kind)));
	return score >= 0.93 && boxes.some(isKind)
		? {score: score * 0.92, why: `a ${kind} by its class`, isWeak: false, isOfKind: true}
		: none;
}

/** A control without a name that opens the panel of that name: its address in the page, or its id, says so. */
function leadsTo(element: LookElement, phrase: string): Evidence {
	const none = {score: 0, why: '', isWeak: true};
	if (!isPressable(element) || labelsOf(element).some(({text}) => hasWords(text))) return none;
	const said = words(phrase);
	const isOfId = (identifier: string) => {
		const there = words(identifierWords(identifier)).filter(word => !openers.has(word));
		return (
			said.every(word => there.includes(word)) && words(identifierWords(identifier)).some(word => openers.has(word))
		);
	};
	const leads =
		element.href?.startsWith('#') && words(identifierWords(element.href.slice(1))).join(' ') === said.join(' ');
	return leads || (element.id !== null && isOfId(element.id))
		? {score: leads ? 0.95 : 0.85, why: leads ? 'leads there' : 'opens it, by its id', isWeak: true}
		: none;
}

const openers = new Set(words('tab toggle open show link button btn switch panel sidebar drawer'));

const formWords = ['checkbox', 'radio', 'switch', 'field', 'dropdown', 'slider', 'option'];

/**
 * What stands beside a field names it where a field is meant; who clicks a text means the text. The texts in a control
 * are names of it too.
 */
function labelsFor(look: Look, element: LookElement, {op, target}: Wanted) {
	const meansField = !isPointing(op) || (target.role !== null && formWords.includes(target.role));
	const labels = labelsOf(element).filter(({why}) => meansField || why !== 'label beside it');
	if (fieldRoles.has(element.role)) return labels;
	if (!isPressable(element)) return [...labels, ...lettering(look, element)];
	const tree = treeOf(look);
	const inside = look.elements
		.slice(element.index + 1, Math.min(tree.end[element.index]!, element.index + 12))
		.filter(one => hasWords(one.text) && one.text !== element.name && !isPressable(one));
	return [...labels, ...inside.map(({text}) => ({text, factor: 0.97, why: 'text in it'}))];
}

/**
 * The one text in a box that lets the pointer through to it, as in a drawing: `<g><rect/><text>Printer</text></g>`. The box is
 * what a person points at.
 */
function lettering(look: Look, {index, name, text, ref}: LookElement) {
	if (ref === null || name !== '' || text !== '') return [];
	const end = treeOf(look).end[index]!;
	const [only, ...others] = look.elements
		.slice(index + 1, Math.min(end, index + 12))
		.filter(one => hasWords(one.name || one.text));
	const isThrough = only !== undefined && others.length === 0 && only.ref === null && only.role !== 'text';
	return isThrough && end - index <= 12 ? [{text: only.text || only.name, factor: 0.97, why: 'text in it'}] : [];
}

const isPointing = (op: Operation) =>
	[
		'click',
		'double_click',
		'right_click',
		'long_press',
		'hover',
		'drag',
		'go',
		'pick',
		'capture',
		'text',
		'visible',
	].includes(op);

const signNames: Record<string, string> = {
	'+': 'add',
	'×': 'close',
	x: 'close',
	'✕': 'close',
	'−': 'minus',
	'-': 'minus',
	'?': 'help',
	'…': 'more',
	'⋮': 'more',
	'☰': 'menu',
	'>': 'next',
	'<': 'previous',
};

/** `next`, `the previous question`: which way, where the button may say no more than that. */
function wayOf(phrase: string): 'next' | 'previous' | null {
	const [, way] = /^(next|previous|following|preceding)(?:\s+\p{Ll}+)?$/iu.exec(phrase.trim()) ?? [];
	return way === undefined ? null : /^(?:next|following)$/i.test(way) ? 'next' : 'previous';
}

const leading = {next: /^(?:[›»→❯▶>]|>>)$/u, previous: /^(?:[‹«←❮◀<]|<<)$/u};

/** `next` of a control that is called by an arrow. */
function leadingSign(element: LookElement, way: keyof typeof leading | null): Evidence {
	const is = way !== null && leading[way].test(element.accessibleName.trim() || element.text.trim());
	return {score: is ? 0.75 : 0, why: 'leads that way', isWeak: false};
}

/** `the + button` of a control that shows its sign as a picture. */
function signEvidence(element: LookElement, phrase: string): Evidence {
	const none = {score: 0, why: '', isWeak: true};
	const name = signNames[phrase.trim()];
	if (name === undefined || labelsOf(element).some(({text}) => hasWords(text) || text === phrase)) return none;
	const {score} = labelScore(phrase === '+' ? 'plus' : name, element, []);
	return score > 0 ? {score: Math.min(score, 0.7), why: 'icon', isWeak: true} : none;
}

/** Part of the words in its name, the rest in the heading, legend or group it stands under. */
function withContext(look: Look, element: LookElement, phrase: string): Evidence {
	const none = {score: 0, why: '', isWeak: false};
	const wanted = words(phrase);
	if (wanted.length < 2) return none;
	for (const {text, factor} of labelsOf(element)) {
		const there = words(text);
		const here = wanted.filter(word => there.includes(word));
		if (!here.some(word => weightOf(word) === 1)) continue;
		const rest = wanted.filter(word => !there.includes(word));
		if (rest.length === 0) continue;
		const row = fieldRoles.has(element.role) ? rowOf(look, element.index) : null;
		const around = [
			...sectionsAround(look, element.index)
				.slice(0, 3)
				.flatMap(section => words(section.title)),
			// `the Apples quantity`: the field of that name in the row of the apples.
			...(row ? words(treeOf(look).textOf(row.index)) : []),
		];
		if (!rest.every(word => around.includes(word) || (weightOf(word) < 1 && rest.length > 1))) continue;
		const explained = there.filter(word => wanted.includes(word)).length / there.length;
		return {score: (0.62 + 0.15 * explained) * factor, why: 'name and section', isWeak: false};
	}
	return none;
}

/** A field or control of a table that has no name of its own is called by its column. */
function inColumn(look: Look, element: LookElement, {phrase, hasRow}: Wanted): Evidence {
	const none = {score: 0, why: '', isWeak: false};
	if (!hasRow || headingsOf(look, element.index).length === 0) return none;
	const column = columnOf(look, element.index);
	if (column === null) return none;
	const isCellItself = ['cell', 'gridcell', 'rowheader'].includes(element.role);
	const score = 0.95 * nameScore(phrase, column);
	return score > 0 ? {score: isCellItself ? score : score - 0.01, why: `column ${column}`, isWeak: false} : none;
}

/** What holds others is known by the first heading or the text in it. */
function asContainer(look: Look, element: LookElement, phrase: string): Evidence {
	const tree = treeOf(look);
	const none = {score: 0, why: '', isWeak: false};
	if (tree.children[element.index]!.length === 0) return none;
	for (let index = element.index + 1; index < tree.end[element.index]!; index++) {
		const inside = look.elements[index]!;
		if (inside.role === 'heading' && nameScore(phrase, inside.name) > 0) {
			return {score: 0.95 * nameScore(phrase, inside.name), why: `heading ${inside.name}`, isWeak: false};
		}
	}
	if (!['row', 'listitem', 'article', 'generic', 'group', 'link', 'alert', 'status', 'dialog'].includes(element.role))
		return none;
	const text = tree.textOf(element.index);
	const score = text.length > 400 ? 0 : nameScore(phrase, text);
	return score > 0 ? {score: Math.max(0.6, score * 0.9), why: 'text in it', isWeak: false} : none;
}
