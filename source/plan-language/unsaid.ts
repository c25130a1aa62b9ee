import type {PlanFileStep} from '../../contract/plan-file.ts';
import {claimOf} from './opening.ts';
import type {ReadStep} from './reading.ts';
import {type Token, textOf} from './tokens.ts';
import {articles} from './words.ts';

type Refusal = Extract<ReadStep, {refusal: unknown}>['refusal'];
type Kind = {
	type: PlanFileStep['type'];
	says: RegExp;
	/** The step lacks what is to be typed. */
	needsValue?: true;
	understood: string;
	/** With `{x}` where the words in front of what was found stand. */
	forms: string[];
};

const asOthersDo = 'how it looks or works is for a person to judge; a step names what the page shows';
const isSeen = 'that something has happened is seen by what the page then shows';
const before = 'compared with what was before, which a step in front has to keep: Remember the {x} as OLD';

/**
 * What test cases often ask for without saying what the page would show: the sentences that do, for the refusal. Only of
 * steps that have no reading; the first kind that fits.
 */
const kinds: Kind[] = [
	{
		type: 'assertion',
		says: /\b(?:logged|signed) out\b/,
		understood: 'who is signed out is seen by what the page then shows',
		forms: ['The "Log in" button is visible', 'I am on the Login page', 'The "Log out" link is not visible'],
	},
	{
		type: 'assertion',
		says: /\b(?:logged|signed) in\b/,
		understood: 'who is signed in is seen by what the page then shows',
		forms: ['The "Log out" button is visible', 'The header shows "…"', 'I am on the "…" page'],
	},
	{
		type: 'assertion',
		says: /\bnot (?:been )?(?:submitted|sent|saved|created|accepted)\b/,
		understood: 'that nothing has happened is seen by what the page then shows',
		forms: ['An error message is displayed', 'The "…" field is invalid', 'I am on the "…" page'],
	},
	{
		type: 'assertion',
		says: /\bsame page\b|\bnot (?:be )?redirected\b/,
		understood: 'which page that is, the step does not say',
		forms: ['I am on the "…" page', 'The URL is "/…"', 'The heading "…" is visible'],
	},
	{
		type: 'assertion',
		says: /\b(?:images?|pictures?|photos?|logo)\b.{0,30}\bload/,
		understood: 'that a picture has loaded is seen by what the browser asked for',
		forms: ['No request failed', 'The image "…" is visible', 'There are no console errors'],
	},
	{
		type: 'assertion',
		says: /\b(?:loads?|loaded|renders?|rendered|opens|opened)\b/,
		understood: 'that a page has loaded is seen by what it shows',
		forms: ['The heading "…" is visible', 'There are no console errors', 'No request failed'],
	},
	{
		type: 'assertion',
		says: /\b(?:responsive|accessible|intuitive|user-friendly|works?|theme|background|colou?r|font|styles?|styled|layout|design)\b/,
		understood: asOthersDo,
		forms: ['"…" is visible', '"…" is selected', 'The page shows "…"'],
	},
	{
		type: 'assertion',
		says: /\b(?:deleted|removed)\b/,
		understood: isSeen,
		forms: ['"…" is not in the list', 'A success message is displayed', 'The list has 3 items'],
	},
	{
		type: 'assertion',
		says: /\b(?:saved|persists?|persisted|stored|created|added|submitted|registered|placed|sent|appears?)\b/,
		understood: isSeen,
		forms: ['"…" is in the list', 'A success message is displayed', 'The page shows "…"'],
	},
	{
		type: 'assertion',
		says: /\b(?:decreases?|decreased|drops?|dropped|goes down|went down|shrinks?|reduced)\b/,
		understood: before,
		forms: ['The {x} is less than VAR_OLD', 'The {x} is different from VAR_OLD', 'The {x} is "…"'],
	},
	{
		type: 'assertion',
		says: /\b(?:increases?|increased|grows?|grew|goes up|went up|rises?|rose)\b/,
		understood: before,
		forms: ['The {x} is greater than VAR_OLD', 'The {x} is different from VAR_OLD', 'The {x} is "…"'],
	},
	{
		type: 'assertion',
		says: /\b(?:updates|updated|changes|changed|recalculated|refreshed|unchanged)\b/,
		understood: before,
		forms: ['The {x} is different from VAR_OLD', 'The {x} is VAR_OLD', 'The {x} is "…"'],
	},
	{
		type: 'assertion',
		says: /^(?:each|every|all)\b.*\b(?:has|have|shows?|contains?)\b/,
		understood: 'what each of them has is seen one by one',
		forms: ['Every row says "…"', 'The first row contains "…"', 'There are 3 rows in the table'],
	},
	{
		type: 'action',
		says: /^(?:(?:try|attempt) to )?(?:log|sign) in\b.*\b(?:invalid|incorrect|wrong|bad|unknown|non-existent|expired)\b/,
		needsValue: true,
		understood: 'log in, but what to type is not said',
		forms: [
			'Try to log in as "…" with password "…"',
			'Log in as "…" with password "…"',
			'Log in as VAR_USER with password "…"',
		],
	},
	{
		type: 'action',
		says: /\b(?:valid|correct|existing) (?:credentials|login|account)\b/,
		needsValue: true,
		understood: "type a name and a password; the project's account is one",
		forms: [
			"Log in with the project's account",
			'Log in as "…" with password VAR_PASSWORD',
			'Enter VAR_USER in the username field',
		],
	},
	{
		type: 'action',
		says: /\b(?:all|every|the) (?:the )?(?:required|mandatory|necessary) fields?\b|\b(?:valid|correct|some|invalid) (?:data|information|values|details)\b/,
		needsValue: true,
		understood: 'fill, but neither which fields nor what to type is said',
		forms: ['Fill in the form: Name "…", Email "…"', 'Enter "…" in the "…" field', 'Type "…" into "…"'],
	},
	{
		type: 'action',
		says: /^(?:upload|attach)\b(?!.*\/)/,
		understood: 'upload, but which file is not said; one is made for its ending',
		forms: ['Upload "picture.png"', 'Upload "report.pdf" to "…"', 'Attach "table.csv"'],
	},
];

/** Why such a step is not read, and three sentences that say what it may mean; null: it is of no such kind. */
export function unsaidIn(
	tokens: readonly Token[],
	type: PlanFileStep['type'],
	reads: (sentence: string) => boolean,
): Refusal | null {
	const isNamed = tokens.some(({kind}) => kind === 'quoted');
	const claimed = type === 'assertion' ? (claimOf(tokens, true) ?? tokens) : tokens;
	const said = textOf([...claimed]).toLowerCase();
	const kind = isNamed ? undefined : kinds.find(one => one.type === type && one.says.test(said));
	if (!kind) return null;
	const x = subjectOf(claimed, kind.says);
	const filled = (text: string) => text.replace('{x}', x);
	const forms = kind.forms.map(filled).filter(reads);
	return forms.length < kind.forms.length
		? null
		: {reason: kind.needsValue ? 'needs_value' : 'not_read', understood: filled(kind.understood), nearestForms: forms};
}

/** The words in front of what was found: `total price` of `the total price is updated`. */
function subjectOf(tokens: readonly Token[], says: RegExp): string {
	const at = tokens.findIndex(
		({lower}) => says.test(lower) || /^(?:is|are|was|were|has|have|gets|should|goes|went)$/.test(lower),
	);
	const words = tokens.slice(0, Math.max(at, 0)).filter(({lower}) => !articles.has(lower));
	return words.length > 0 && words.length <= 4 ? textOf(words) : 'value';
}
