import type {Look, LookElement} from '../page/look.ts';
import {treeOf} from '../page/tree.ts';
import {hasWords, identifierWords, plainWords, words} from '../page/words.ts';
import {identifyingWords} from '../page/wrappers.ts';
import {isPressable} from './candidates.ts';
import {labelsOf} from './label-score.ts';

/** What people call a picture on a control: the signs that show it, and what such a control is called for those who cannot see it. */
type Icon = {
	signs: string;
	names: string;
	/** What fonts of icons call it; absent: as people do. */
	glyphs?: string;
};

const favourite = 'favourite favorite favourites favorites like love wishlist save';
const removal = 'delete remove trash bin';

const pictures: Array<[calls: string[], icon: Icon]> = [
	[['heart'], {signs: '♥♡❤🤍🖤💙🩷', names: favourite}],
	[['star'], {signs: '★☆⭐', names: `${favourite} star rate`}],
	[['bin', 'trash', 'trash can', 'dustbin'], {signs: '🗑', names: removal}],
	[['pencil', 'pen'], {signs: '✎✏🖉🖊', names: 'edit rename change'}],
	[
		['cross', 'x'],
		{signs: '×✕✖⨯✗❌', names: `${removal} close dismiss clear`, glyphs: 'cross close clear times xmark x'},
	],
	[['gear', 'cog', 'cogwheel'], {signs: '⚙', names: 'settings preferences options'}],
	[['bell'], {signs: '🔔🛎', names: 'notifications notification alerts'}],
	[['magnifier', 'magnifying glass'], {signs: '🔍🔎', names: 'search find'}],
	[['envelope'], {signs: '✉📧📩', names: 'mail email messages message inbox'}],
	[['printer'], {signs: '🖨', names: 'print'}],
	[['paperclip'], {signs: '📎🖇', names: 'attach attachment attachments'}],
	[['eye'], {signs: '👁', names: 'show hide view reveal preview'}],
	[['burger', 'hamburger'], {signs: '☰', names: 'menu navigation', glyphs: 'bars burger hamburger navicon'}],
	[['kebab', 'three dots', 'dots'], {signs: '⋮⋯…', names: 'more actions options menu'}],
	[['house'], {signs: '🏠🏡', names: 'home'}],
	[['trolley'], {signs: '🛒', names: 'cart basket bag'}],
	[['padlock'], {signs: '🔒🔓', names: 'lock unlock'}],
	[
		['user', 'person', 'avatar', 'profile'],
		{signs: '👤', names: 'account profile user person', glyphs: 'user person account avatar'},
	],
	[['arrow', 'back arrow', 'left arrow'], {signs: '←⬅‹', names: 'back previous', glyphs: 'arrow'}],
	[['tick', 'check mark', 'checkmark'], {signs: '✓✔', names: 'save done confirm apply ok', glyphs: 'check done tick'}],
	[['funnel'], {signs: '', names: 'filter filters', glyphs: 'filter funnel'}],
	[['floppy', 'floppy disk', 'disk'], {signs: '💾', names: 'save', glyphs: 'save floppy disk'}],
	[
		['globe'],
		{signs: '🌐🌍🌎🌏', names: 'language languages locale region', glyphs: 'globe language public translate'},
	],
	[['sun', 'moon'], {signs: '☀☾🌙🌞', names: 'light dark theme mode', glyphs: 'sun moon light dark brightness'}],
	[
		['speech bubble', 'bubble'],
		{signs: '💬🗨', names: 'comment comments chat message', glyphs: 'comment comments chat'},
	],
	[
		['circular arrow', 'round arrow'],
		{signs: '↻⟳🔄', names: 'refresh reload sync', glyphs: 'refresh sync reload rotate'},
	],
	[['question mark'], {signs: '?❓', names: 'help support', glyphs: 'help question'}],
	[['thumbs up'], {signs: '👍', names: 'like upvote helpful'}],
	[['thumbs down'], {signs: '👎', names: 'dislike downvote'}],
];
const icons = new Map(
	pictures.flatMap(([calls, icon]) => calls.map(call => [call, {glyphs: calls.join(' '), ...icon}] as const)),
);

const iconOf = (phrase: string): Required<Icon> | undefined => {
	const said = phrase
		.toLowerCase()
		.replace(/^(?:small|little|big) /, '')
		.replace(/ (?:icon|symbol|sign|button)$/, '');
	return icons.get(said);
};

/** `the plus`: a picture, which several may show, where it is not what the control itself is called. */
export const isPictured = (element: LookElement, phrase: string): boolean =>
	(iconOf(phrase) !== undefined || /^(?:plus|minus)(?: (?:icon|symbol|sign))?$/i.test(phrase)) &&
	!labelsOf(element).some(({text}) => plainWords(phrase).every(word => plainWords(text).includes(word)));

/** How much a control without a written word is what people call by its picture: `the heart`, `the bin`; 0: not at all. */
export function iconScore(look: Look, element: LookElement, phrase: string): number {
	const icon = iconOf(phrase);
	if (icon === undefined || !isPressable(element)) return 0;
	const shown = treeOf(look).textOf(element.index);
	const signs = [...`${shown}${element.accessibleName}`].filter(sign => icon.signs.includes(sign) && sign !== '\uFE0F');
	const isGlyph = isGlyphAlone(element);
	if (hasWords(shown) && !isGlyph) return 0;
	if (signs.length > 0) return 0.9;
	const said = new Set(words(icon.names));
	if (labelsOf(element).some(({text}) => words(text).some(word => said.has(word)))) return 0.75;
	// The class of a picture in it, such as `fa-bars`, where nothing else says what it is.
	const isBare =
		isGlyph || (['button', 'link'].includes(element.role) && labelsOf(element).every(({text}) => !hasWords(text)));
	if (isBare && isDrawnAs(element, icon)) return 0.75;
	// Nothing but its id or test id says what it is for.
	return isBare && !isGlyph && identifyingWords(element).some(word => said.has(word)) ? 0.55 : 0;
}

/** Called by nothing but the words that draw its pictures. */
const isGlyphAlone = ({name, glyphs = []}: LookElement): boolean =>
	glyphs.length > 0 && name.split(' ').every(word => glyphs.includes(word));

/** Whether a class of the element, or of a picture in it, is what fonts of icons call it, in so many words. */
function isDrawnAs({classes, glyphs: own = []}: LookElement, {glyphs}: Required<Icon>): boolean {
	const drawn = new Set(plainWords(glyphs));
	return [...classes, ...own].some(name => plainWords(identifierWords(name)).some(word => drawn.has(word)));
}

/** Three bars, behind which is the menu of a whole page. */
export const isBurger = (element: LookElement): boolean => isDrawnAs(element, icons.get('burger')!);
