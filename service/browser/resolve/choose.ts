import type {Operation, Target} from '../../../source/plan-language/reading.ts';
import type {HitTest, Look, LookElement} from '../page/look.ts';
import {rowOf} from '../page/rows.ts';
import {sectionsAround} from '../page/sections.ts';
import {isWithin, treeOf} from '../page/tree.ts';
import {fold, hasWords, plainWords, words} from '../page/words.ts';
import {candidatesOf} from './candidates.ts';
import {isBurger, isPictured} from './icons.ts';
import {labelsOf} from './label-score.ts';
import {roleFit} from './role-words.ts';
import type {ScopeFilter} from './scope.ts';
import {margin, type Scored} from './score.ts';

type Context = {target: Target; op: Operation; look: Look; scopes: ScopeFilter; hit: HitTest; asksIfUsable?: boolean};

/** Most that a point test is asked for: each is a question to the browser. */
const mostHits = 12;

/** What nothing tells apart. `counted`: places in the look among which `the second` counts, in the order of the page. */
export type Tie = {tied: Scored[]; counted: number[]};

/**
 * The one that leads, or those that nothing tells apart. Ties are broken in this order: the ordinal of
 * the step, the very words of its name, what is nearest to the anchor, what a point at its centre meets, the open modal, enabled, the words
 * of the purpose, the exact role.
 */
export async function choose(scored: Scored[], context: Context): Promise<Scored | Tie> {
	const {target, look, scopes} = context;
	const best = scored[0]!;
	const corner = cornerOf(target.purpose ?? '');
	const isWeak = best.isWeak || (!target.isQuoted && isPictured(look.elements[best.index]!, target.phrase));
	const lead = corner !== null ? margin.atPlace : isWeak ? margin.weak : margin.usual;
	let tied = scored.filter(one => best.score - one.score < lead);
	if (corner !== null && tied.length > 1) tied = inCorner(tied, corner, look);
	// The hint that counts them has to count like the step that follows it.
	const equal = tied
		.filter(one => isWeak || best.score - one.score < margin.usual)
		.sort((one, other) => one.index - other.index);
	const counted = equal.map(({index}) => index);
	if (target.ordinal !== null) {
		const chosen = target.ordinal === 'last' ? equal.at(-1) : equal[target.ordinal - 1];
		return chosen ?? {tied: equal, counted};
	}
	if (tied.length > 1 && context.op !== 'do') tied = mostLiteral(tied, target.phrase, look);
	if (tied.length === 1) return tied[0]!;
	const nearest = Math.min(...tied.map(one => scopes.nearness(one.index) ?? Number.POSITIVE_INFINITY));
	if (Number.isFinite(nearest)) {
		tied = tied.filter(one => (scopes.nearness(one.index) ?? Number.POSITIVE_INFINITY) < nearest + 4);
		if (tied.length === 1) return tied[0]!;
	}
	// Reading needs no single element: what is shown twice is shown.
	if (candidatesOf(context.op).mayBeText) return tied[0]!;
	tied = await onlyHit(tied, context.hit);
	const {modal} = look;
	const element = (one: Scored) => look.elements[one.index]!;
	const purpose = words(target.purpose ?? '');
	const rules: Array<(one: Scored) => boolean> = [
		one => modal !== null && isWithin(treeOf(look), one.index, modal),
		one => !element(one).isAriaHidden,
		one => context.asksIfUsable !== true && !element(one).states.disabled,
		one => purpose.length > 0 && purpose.some(word => contextWords(look, element(one)).includes(word)),
		// `the main menu` is behind three bars.
		one => target.role === 'menu' && isBurger(element(one)),
		// Where only an icon speaks for them the role does not decide which icon is meant.
		one => !isWeak && target.role !== null && roleFit(target.role, element(one)) === 'first',
	];
	for (const rule of rules) {
		const passing = tied.filter(rule);
		if (passing.length > 0) tied = passing;
		if (tied.length === 1) return tied[0]!;
	}
	return sameLink(tied, context) ?? {tied, counted};
}

/** Links of one name to one address, above a page and below it, are one link: the first of them. */
function sameLink(tied: readonly Scored[], {look}: Context): Scored | null {
	const [first, ...others] = tied.map(({index}) => look.elements[index]!).sort((one, other) => one.index - other.index);
	if (first === undefined || !leadsElsewhere(first, look)) return null;
	const isSame = ({role, href, name}: LookElement) =>
		role === first.role && href === first.href && fold(name) === fold(first.name);
	return others.every(isSame) ? tied.find(({index}) => index === first.index)! : null;
}

/** What leads to the page itself is no link but does something, each its own. */
function leadsElsewhere({role, href}: LookElement, look: Look): boolean {
	if (role !== 'link' || href === null || !URL.canParse(href, look.url)) return false;
	const [to, here] = [new URL(href, look.url), new URL(look.url)];
	to.hash = here.hash = '';
	return /^https?:$/.test(to.protocol) && to.href !== here.href;
}

/** How far along the page, each way, something stands that is `in the top right corner`; null: that is not said. */
type Corner = {x: 0 | 1 | null; y: 0 | 1 | null};

function cornerOf(purpose: string): Corner | null {
	if (!/^(?:at|in|on|to) the /i.test(purpose)) return null;
	// What it is for may stand behind it.
	const [place = ''] = purpose.split(', ');
	const is = (some: RegExp) => some.test(place);
	const x = is(/\bleft\b/i) ? 0 : is(/\bright\b/i) ? 1 : null;
	const y = is(/\b(?:top|upper)\b/i) ? 0 : is(/\b(?:bottom|lower)\b/i) ? 1 : null;
	return x === null && y === null ? null : {x, y};
}

/** Pixels that one has to be nearer to the corner than the next. */
const nearer = 40;

/** The one that is nearest to that corner of the window; all of them where two are about as near. */
function inCorner(tied: Scored[], {x, y}: Corner, look: Look): Scored[] {
	const {width, height} = look.viewport;
	const distance = ({index}: Scored) => {
		const box = look.elements[index]!.box;
		if (box === null) return Number.POSITIVE_INFINITY;
		const across = x === null ? 0 : Math.abs(box.x + box.width / 2 - x * width);
		const down = y === null ? 0 : Math.abs(box.y + box.height / 2 - y * height);
		return Math.hypot(across, down);
	};
	const [first, second] = tied.map(one => ({one, far: distance(one)})).sort((one, other) => one.far - other.far);
	return first && second && second.far - first.far > nearer ? [first.one] : tied;
}

/** What is called just so, else what has the very words, before what is only called by a word like them. */
function mostLiteral(tied: Scored[], phrase: string, look: Look): Scored[] {
	if (!hasWords(phrase)) return tied;
	const names = (one: Scored) => labelsOf(look.elements[one.index]!).map(({text}) => text);
	const wanted = plainWords(phrase);
	const called = tied.filter(one => names(one).some(name => fold(name) === fold(phrase)));
	if (called.length > 0) return called;
	const saying = tied.filter(one => names(one).some(name => wanted.every(word => plainWords(name).includes(word))));
	return saying.length > 0 ? saying : tied;
}

async function onlyHit(tied: Scored[], hit: HitTest): Promise<Scored[]> {
	if (tied.length > mostHits) return tied;
	const reached = await Promise.all(tied.map(async one => ({one, what: await hit(one.index)})));
	const free = reached.filter(({what}) => what !== 'covered').map(({one}) => one);
	return free.length > 0 ? free : tied;
}

function contextWords(look: Look, element: LookElement): string[] {
	const row = rowOf(look, element.index);
	const titles = sectionsAround(look, element.index)
		.slice(0, 2)
		.map(section => section.title);
	const around = element.parent === null ? '' : treeOf(look).textOf(element.parent);
	return [
		...(around.length <= 200 ? words(around) : []),
		...(row ? words(treeOf(look).textOf(row.index)) : []),
		...titles.flatMap(words),
	];
}
