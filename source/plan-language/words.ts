import type {RoleWord} from './reading.ts';
import type {Token} from './tokens.ts';

/** The fixed lists of the reader. A word that is in none of them belongs to a name, a value, or to nothing. */

const list = (text: string): Set<string> => new Set(text.split(' '));

export const articles = list('the a an this that these those my your our its their his her');
export const prepositions = list(
	'in on at of for from inside within under into onto next near beside below above to over by about with through between as',
);

/** What people call things, longest first where one contains the other; the right side is what the resolver knows. */
const roles: Array<[RoleWord, string]> = [
	['button', 'button|buttons|btn|chip|chips|pill'],
	['link', 'link|links|hyperlink|anchor'],
	['tab', 'tab|tabs'],
	['checkbox', 'checkbox|check box|checkboxes|tick box|tickbox'],
	['radio', 'radio|radio button|radio buttons|radio option'],
	['switch', 'switch|toggle|toggle switch|toggle button'],
	[
		'field',
		'field|fields|input|inputs|input field|input fields|input box|text field|text fields|textfield|text box|textbox|text input|text area|textarea|box|search bar|address bar|filter bar|url bar|location bar|query bar|entry field|area',
	],
	[
		'dropdown',
		'dropdown|drop-down|drop down|dropdown list|drop-down list|dropdown menu|drop-down menu|dropdown box|combobox|combo box|select|select box|select list|selector|picker list',
	],
	['option', 'option|options|choice|suggestion'],
	['menu item', 'menu item|menu entry|menu option|menu link'],
	['menu', 'menu|context menu|submenu|sub-menu'],
	['heading', 'heading|headline|title|subtitle|subheading'],
	['image', 'image|picture|photo|logo|avatar|thumbnail|illustration'],
	['icon', 'icon|symbol|arrow|chevron'],
	[
		'message',
		'message|error messages|validation messages|validation errors|error|error message|warning|warning message|success message|notification|notification message|toast notification|toast message|snackbar|toast|alert|alert message|validation message|notice|confirmation message',
	],
	['row', 'row|rows|table row'],
	['column', 'column|columns|column header|column heading'],
	['cell', 'cell|cells'],
	['card', 'card|cards|tile|tiles'],
	['list', 'list|grid'],
	['item', 'item|items|entry|entries|element'],
	['table', 'table|data table|datatable'],
	[
		'section',
		'section|panel|pane|region|sidebar|side bar|toolbar|group|fieldset|tab panel|block|widget|drawer|accordion|lane|swimlane|swim lane|navigation|navigation bar|navbar|nav bar|side navigation|main navigation|tray|bar|canvas|workspace|palette',
	],
	['form', 'form'],
	[
		'dialog',
		'dialog|dialogue|modal|popup|pop-up|modal dialog|modal window|dialog box|dialog window|popover|popup window|overlay|lightbox',
	],
	['banner', 'banner'],
	['header', 'header|page header|top bar'],
	['footer', 'footer|page footer'],
	['slider', 'slider'],
	['label', 'label'],
	['text', 'text|paragraph|string|phrase|sentence'],
	['spinner', 'spinner|loader|loading indicator|loading spinner|loading bar|progress bar'],
	['page', 'page|screen|view'],
];

/** The words of a role, as lists of words, with the role each means; longest first. */
export const roleForms: Array<{words: string[]; role: RoleWord}> = roles
	.flatMap(([role, words]) => words.split('|').map(one => ({words: one.split(' '), role})))
	.sort((one, other) => other.words.length - one.words.length);

/** Words of a role that also say which one it is: `the logo` is an image whose name is asked for. */
export const tellingRoleWords = list(
	'logo avatar sidebar toolbar search navigation navbar tray canvas workspace palette accordion drawer area textarea',
);

/** Roles that hold other things: what `in the X …` may name. */
export const areaRoles = new Set<RoleWord>([
	'section',
	'form',
	'dialog',
	'menu',
	'header',
	'footer',
	'table',
	'list',
	'card',
	'banner',
	'page',
	'tab',
	'message',
	'dropdown',
	'column',
]);

/** Roles whose elements hold a value. */
export const fieldRoles = new Set<RoleWord>(['field', 'dropdown', 'slider', 'checkbox', 'radio', 'switch']);

/** Nouns for a record; `the task Call the bank` is about what is called so. */
export const recordNouns = list(
	'task todo to-do operation endpoint schema order item product row entry record user customer file package comment message node flow project post article note contact account invoice ticket issue event booking reservation review room session flight hotel document folder person employee member team group role category tag collection field plugin module address student course page option card tile book movie recipe workspace board list label key token conversation thread channel webhook repository repo branch contact plan subscription coupon mail e-mail patient appointment reservation request recipe reply ingredient candidate expense transaction transfer shipment dish habit milestone incident campaign supplier vendor dependency device build server lead deal asset',
);

const ordinalWords = 'first second third fourth fifth sixth seventh eighth ninth tenth'.split(' ');

/** `3rd`, `third`, `last` → 3, 3, `last`; null: no ordinal. */
export function ordinalOf(token: Token | undefined): number | 'last' | null {
	if (token?.kind !== 'word') return null;
	if (token.lower === 'last') return 'last';
	const word = ordinalWords.indexOf(token.lower);
	if (word >= 0) return word + 1;
	const [, digits] = /^(\d{1,3})(?:st|nd|rd|th)$/.exec(token.lower) ?? [];
	return digits === undefined || Number(digits) === 0 ? null : Number(digits);
}

const numberWords = 'no one two three four five six seven eight nine ten eleven twelve'.split(' ');

/** `the list` → `list`. */
export const withoutArticle = (tokens: readonly Token[]): readonly Token[] =>
	articles.has(tokens[0]?.lower ?? '') ? tokens.slice(1) : tokens;

/** `3`, `three`, `no` → a count; null: none. */
export function countOf(token: Token | undefined): number | null {
	if (!token || token.kind === 'variable') return null;
	const text = token.kind === 'quoted' ? token.text : token.lower;
	if (/^\d{1,6}$/.test(text)) return Number(text);
	if (text === 'a' || text === 'an' || text === 'single') return text === 'single' ? 1 : null;
	const word = numberWords.indexOf(text);
	return word >= 0 ? word : text === 'zero' ? 0 : null;
}

/**
 * Words that describe data instead of being data: `valid username`, `all required fields`, `some text`. A value made of
 * them alone is none.
 */
export const vagueModifiers = list(
	'valid invalid correct incorrect wrong right random existing non-existing nonexistent registered unregistered new different same unique any some all every each required necessary needed appropriate proper following respective mandatory relevant other another test dummy sample fake long short special more less matching mismatched blank something anything nothing someone whatever multiple several many few own desired given specified provided mentioned above below expired suitable plausible realistic',
);
export const vagueNouns = list(
	'username user name usernames password passwords email emails e-mail e-mails mail address addresses credentials credential details detail data information info value values text texts input inputs field fields string strings keyword keywords term terms query queries phrase character characters number numbers digits letters date dates amount price quantity message messages comment comments description subject title product products item items phone mobile city state zip zipcode postcode code country company firstname lastname login id url link file files image images option options one ones things thing content contents form forms account accounts user users person word words first last full id',
);

/** Small words that a description of data may hold: `the name of the product`. */
export const vagueGlue = list('of and or in with for as to the a an your my his her its their our than at least');

/** Words that change nothing a page could show. */
export const emptyAdverbs = list(
	'successfully correctly properly clearly immediately automatically finally simply just directly again also still then now immediately currently already really actually exactly',
);

/** Words that no name holds in lower case: with one of them left in a phrase the step has not been understood. */
export const grammarWords = list(
	'then should must is are was were be been being will would if when while until unless whether because so which who whose whom that via using through per without after before during not nor but it they them he she him there here what where how why has have had been by both either neither than once correct correctly successfully properly accordingly appropriate appropriately respectively otherwise such',
);

/** Descriptions by looks: the reader has no eyes, and a name never holds them by chance. */
export const lookWords = list(
	'blue red green yellow orange white black grey gray purple pink big small large bold corner top bottom upper lower left right middle center centre side topmost bottommost round square circular tiny',
);

/** Verbs at the start of a clause. Conjugated forms are folded to these. */
const verbs =
	'go navigate browse head return open visit launch access load proceed continue click tap press hit push choose follow double-click doubleclick right-click rightclick add delete remove accept decline reject allow place close confirm dismiss cancel submit create edit view start stop finish complete expand collapse show hide save discard apply approve rename copy duplicate archive restore publish send share download upload attach drop group type enter input write fill set change replace update append clear empty erase search look find select pick check tick mark enable disable activate deactivate turn switch toggle agree uncheck untick unmark unselect deselect opt hover move drag scroll remember store note read capture log sign login wait pause reload refresh put key provide specify insert increase decrease resize use verify ensure make expect assert validate observe see focus swipe unset deny import export print play install deploy sort filter leave join invite assign reset retry skip undo redo subscribe unsubscribe buy purchase order pay book reply post like star pin run execute connect disconnect back keep give let grab hold long-press locate submit minimize maximize zoom withdraw renew reserve release block unblock lock unlock freeze merge flip snooze unfollow bookmark unpin revoke generate unassign respond upgrade downgrade reveal upvote downvote favourite favorite unlike ban unban suspend resume promote demote escalate'.split(
		' ',
	);

const folded = new Map<string, string>();
for (const verb of verbs) {
	const [head = '', ...tail] = verb.split('-');
	const stem = (head === 'double' || head === 'right' || head === 'long') && tail.length > 0 ? verb : verb;
	folded.set(stem, verb);
	for (const form of conjugated(stem)) if (!folded.has(form)) folded.set(form, verb);
}
for (const [form, verb] of [
	['went', 'go'],
	['goes', 'go'],
	['chose', 'choose'],
	['hits', 'hit'],
	['wrote', 'write'],
	['chosen', 'choose'],
	['logged', 'log'],
	['dragged', 'drag'],
	['dropped', 'drop'],
	['scrolled', 'scroll'],
] as const)
	folded.set(form, verb);

/** `click` → `clicks`, `clicked`; no word list, English spelling only. */
function conjugated(verb: string): string[] {
	const third = /[^aeiou]y$/.test(verb)
		? `${verb.slice(0, -1)}ies`
		: /(?:s|sh|ch|x|z)$/.test(verb)
			? `${verb}es`
			: `${verb}s`;
	const past = verb.endsWith('e') ? `${verb}d` : /[^aeiou]y$/.test(verb) ? `${verb.slice(0, -1)}ied` : `${verb}ed`;
	return [third, past];
}

/** The plain form of a verb a clause may begin with; null: no verb of ours. */
export const verbOf = (token: Token | undefined): string | null =>
	token?.kind === 'word' ? (folded.get(token.lower) ?? null) : null;

/** `shows`, `entered` in front of what they act on; nouns such as `orders` are read as nouns by what follows. */
export const isVerb = (token: Token | undefined): boolean => verbOf(token) !== null;

/** `Share it with "bob"`, `Reply with "Thanks"`: what is said, or to whom, and no button. `Answer with "Yes"` may be one. */
export const givesWords = ([verb]: readonly Token[], [words]: readonly Token[]): boolean =>
	/^(?:share|reply|respond|comment|invite|tag|rate)$/.test(verb!.lower) ||
	(verb!.lower === 'answer' && !/^(?:yes|no|ok|okay|cancel|keep|delete|leave|stay)\b/i.test(words!.text));
