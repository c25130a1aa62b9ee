import {either} from '../kinds/names.ts';
import type {Category, Priority, TestKind} from '../../../contract/enums.ts';
import type {PlanOperation} from '../model/operation.ts';
import type {PlanContext} from './context.ts';
import {RecipeDraft} from './recipe-draft.ts';

/** A row before it has an id and an order. */
export type RowDraft = {
	template: string;
	kind: TestKind;
	operation: PlanOperation;
	category: Category;
	priority: Priority;
	selected: boolean;
	/** A sentence without subject, such as `deletes a user for good`. */
	title: string;
	/** What is sent. */
	description: string;
	/** What is sent, and what the document says has to come back. */
	why: string;
	/** The same where its last cases are left out to keep the test short; absent: it speaks of none of them. */
	brief?: Pick<RowDraft, 'title' | 'description' | 'why'> | undefined;
	draft: RecipeDraft;
};

export type RowText = Pick<RowDraft, 'title' | 'description'> & {
	/** What is said where only some of its cases are sent. */
	brief?: Pick<RowDraft, 'title' | 'description'> | undefined;
	/** What the docstring adds. */
	note?: string;
	selected?: boolean;
	priority?: Priority;
};

/** One template of planning: looks at an operation and fills a draft, or says that there is nothing to test. */
export type RowTemplate = {
	id: string;
	category: Category;
	priority: Priority;
	/** Fills the draft; null: the template does not apply. */
	fill(draft: RecipeDraft, operation: PlanOperation, context: PlanContext): RowText | null;
};

/** The row of a template for an operation; null when it does not apply. What it would need and cannot have is `missing`. */
export function rowOf(
	template: RowTemplate,
	operation: PlanOperation,
	context: PlanContext,
): {row: RowDraft | null; missing: ReadonlySet<string>} {
	const draft = new RecipeDraft(context, operation, template.id);
	const text = template.fill(draft, operation, context);
	if (text === null || draft.missing.size > 0 || !draft.steps.some(({role}) => role === 'act'))
		return {row: null, missing: draft.missing};
	return {
		row: {
			template: template.id,
			kind: 'endpoint',
			operation,
			category: template.category,
			priority: text.priority ?? template.priority,
			selected: text.selected ?? true,
			title: text.title,
			description: text.description,
			why: whyOf(operation, draft.steps, text),
			...(text.brief ? {brief: {...text.brief, why: whyOf(operation, draft.steps, {...text, ...text.brief})}} : {}),
			draft,
		},
		missing: draft.missing,
	};
}

/** What is sent, then what the document says in one line: of its success, or of its refusals in a row that wants to be refused. */
function whyOf({statuses}: PlanOperation, steps: RecipeDraft['steps'], {description, note = ''}: RowText): string {
	const wanted = wantedStatuses(steps);
	const isRefusal = wanted.length > 0 && wanted.every(status => status !== '2xx' && !(Number(status) < 400));
	// 403 speaks of the caller, unless the test is about that.
	const isMeant = (status: number) => wanted.includes(status) && (status !== 403 || isDecided(steps));
	// A redirect or "not modified" is an answer to another question.
	const isSuccess = (status: number) => status < 300 || (status < 400 && wanted.includes(status));
	const promised = either(statuses.filter(status => (isRefusal ? isMeant(status) : isSuccess(status))).map(String), 20);
	const answers =
		promised !== ''
			? `The document ${isRefusal && !isDecided(steps) ? 'names' : 'promises'} ${promised}.`
			: isRefusal
				? 'The document does not say how it is refused.'
				: 'The document names no status of success.';
	return `${sentOf(description)} ${answers}${note === '' ? '' : `\n${note}`}`;
}

/** Columns of what is sent that a docstring has room for: a longer list of cases stands in the table of the test. */
const mostSent = 110;
const leastSent = 25;

function sentOf(description: string): string {
	const [head = ''] = description.split(':');
	const isLong = description.length > mostSent && head.length >= leastSent && head !== description;
	return isLong ? `${head}.` : description.trim();
}

/** Whether the document has the last word on how the last call of a row is refused. */
const isDecided = (steps: RecipeDraft['steps']): boolean =>
	lastAsserts(steps).some(({check, strength}) => check.type === 'status' && strength === 'decided');

/** Statuses that the last call of a row may be answered with. */
function wantedStatuses(steps: RecipeDraft['steps']): Array<number | '2xx' | '4xx'> {
	return lastAsserts(steps).flatMap(({check}) => (check.type === 'status' ? check.oneOf : []));
}

/** What is expected of the last call that a row is about. */
const lastAsserts = (steps: RecipeDraft['steps']) => steps.findLast(({role}) => role === 'act')?.asserts ?? [];
