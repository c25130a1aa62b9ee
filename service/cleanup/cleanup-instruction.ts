/** What an instruction says, as the store keeps it. */
export type Instruction =
	| {kind: 'skip_endpoint'; method: string | null; path: string}
	| {kind: 'skip_records'; field: string; equals: string | number | boolean}
	| {kind: 'serial'; path: string | null}
	| {kind: 'order'; families: string[]};

/** The forms that are understood, for whoever wrote another one. */
export const instructionForms = [
	'keep records of POST /users',
	'keep records of /users',
	'keep the record with email ada@example.com',
	'delete serially',
	'delete /items serially',
	'delete /items, /carts, /users in that order',
] as const;

const keep =
	"(?:keep|skip|preserve|exclude|ignore|leave(?: alone)?|(?:do not|don't|never) (?:delete|remove|clean(?: up)?))";
const records =
	'(?:(?:the|all|any|every) )*(?:records?|resources?|entr(?:y|ies)|rows?|everything|anything|those|what)?';
const made =
	'(?:(?:that )?(?:is|are|was|were|comes?|came)? ?(?:of|from|created (?:by|at|with|through)|made (?:by|at|with|through)|at|in|under|below|belonging to))';
const endpoint = String.raw`(?:(GET|POST|PUT|PATCH|DELETE)\s+)?(\/[^\s,]+|[a-z][\w-]*)(?:\s+(?:endpoints?|family|families|records?|collection))?`;

const ofEndpoint = new RegExp(`^${keep} ${records} ?${made} (?:the )?${endpoint}$`, 'i');
const plainEndpoint = new RegExp(`^${keep} (?:(?:the|all|any|every) )*${endpoint}$`, 'i');
const ofFilter = new RegExp(
	String.raw`^${keep} (?:(?:the|all|any|every) )*(?:[\w-]+ )?(?:with|where|whose|having)(?: (?:the|a))? ([A-Za-z_][\w.]*)\s*(?:==?|:|equals?(?: to)?|is(?: equal to)?|of)?\s+(.+)$|^${keep} (?:(?:the|all|any|every) )*(?:[\w-]+ )?(?:with|where|whose|having)(?: (?:the|a))? ([A-Za-z_][\w.]*)=(.+)$`,
	'i',
);
const serially = '(?:serially|sequentially|in sequence|one (?:by|after) (?:one|the other|another)|one at a time)';
const serial = new RegExp(
	`^(?:delete|remove|clean(?: up)?)(?: (?:all|everything|(?:(?:the|all) )?(?:records?|resources?)(?: of (?:the|one) same (?:type|kind|family))?))? ${serially}$`,
	'i',
);
const serialOf = new RegExp(
	String.raw`^(?:delete|remove|clean(?: up)?) (?:records of |the |all )*(\/?[\w/-]+) ${serially}$`,
	'i',
);
const inOrder = /^(?:delete|remove|clean(?: up)?) (.+?)(?:,)? in (?:that|this|the given)? ?order$/i;
const oneBeforeOther = /^(?:delete|remove|clean(?: up)?) (.+? (?:before|then) .+)$/i;
const oneAfterOther = /^(?:delete|remove|clean(?: up)?) (\S+) (?:only )?after (\S+)$/i;
const family = /^\/?[\w-]+(?:\/[\w-]+)*$/;

/** Reads an instruction; null: in none of the forms. */
export function readInstruction(text: string): Instruction | null {
	const line = text
		.trim()
		.replace(/\s+/g, ' ')
		.replace(/(?<![.!])[.!]+$/, '');
	if (serial.test(line)) return {kind: 'serial', path: null};
	const after = oneAfterOther.exec(line);
	if (after?.[1] !== undefined && after[2] !== undefined && [after[1], after[2]].every(word => family.test(word)))
		return {kind: 'order', families: [slashed(after[2]), slashed(after[1])]};
	const ordered = inOrder.exec(line)?.[1] ?? oneBeforeOther.exec(line)?.[1];
	if (ordered !== undefined) {
		const families = ordered
			.split(/\s*,\s*(?:(?:and|then)\s+)*|\s+(?:before|then|and(?: then)?)\s+/i)
			.map(word => word.replace(/^(?:the|first)\s+/i, '').trim())
			.filter(Boolean);
		if (families.length > 1 && families.every(word => family.test(word)))
			return {kind: 'order', families: families.map(slashed)};
	}
	const one = serialOf.exec(line)?.[1];
	if (one !== undefined) return {kind: 'serial', path: slashed(one)};
	const filter = ofFilter.exec(line);
	if (filter) {
		const [field, value] = [filter[1] ?? filter[3], filter[2] ?? filter[4]];
		if (field !== undefined && value !== undefined) return {kind: 'skip_records', field, equals: literalOf(value)};
	}
	const named = ofEndpoint.exec(line) ?? plainEndpoint.exec(line);
	const path = named?.[2];
	if (path === undefined || /^(?:records?|it|them|everything|all|nothing)$/i.test(path)) return null;
	return {kind: 'skip_endpoint', method: named?.[1]?.toUpperCase() ?? null, path: slashed(path)};
}

const slashed = (name: string) => (name.startsWith('/') ? name : `/${name}`);

function literalOf(text: string): string | number | boolean {
	const quoted = /^(["'`])(.*)\1$/.exec(text);
	if (quoted) return quoted[2] ?? '';
	if (text === 'true' || text === 'false') return text === 'true';
	return /^-?\d{1,15}$/.test(text) ? Number(text) : text;
}

/** The rule in words. */
export function instructionInWords(instruction: Instruction): string {
	switch (instruction.kind) {
		case 'skip_endpoint':
			return `Records of ${instruction.method ? `${instruction.method} ` : ''}${instruction.path} are kept.`;
		case 'skip_records':
			return `Records whose ${instruction.field} is ${JSON.stringify(instruction.equals)} are kept.`;
		case 'serial':
			return `${instruction.path === null ? 'All records' : `Records of ${instruction.path}`} are deleted one after the other.`;
		case 'order':
			return `Records are deleted in the order ${instruction.families.join(', ')}.`;
	}
}

/** What an instruction would do, in words; null: in none of the forms. */
export function readInWords(instruction: string): string | null {
	const read = readInstruction(instruction);
	return read && instructionInWords(read);
}
