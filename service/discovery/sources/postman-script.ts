import {type AnyNode, type CallExpression, type Expression, parse} from 'acorn';

/** What a test script keeps and asserts, as far as it can be read. The script is never run. */
type ScriptReading = {
	captures: Array<{variable: string; in: 'body' | 'header' | 'status'; pointer: string}>;
	checks: Array<{type: 'status'; oneOf: number[]} | {type: 'equals'; pointer: string; value: unknown}>;
};

const longestScript = 200_000;
const deepest = 200;

/** A value of a script: a place of the answer, or a constant. */
type Known = {in: 'body' | 'header' | 'status'; pointer: string} | {constant: unknown};

/**
 * Reads the test script of a request: `environment.set("x", json.a.b)` is a capture, `to.have.status(201)` and
 * `expect(json.a).to.eql(1)` are assertions. Whatever else it does is left alone; a script that is no JavaScript says
 * nothing.
 */
export function readScript(source: string): ScriptReading {
	const reading: ScriptReading = {captures: [], checks: []};
	if (source.trim() === '' || source.length > longestScript) return reading;
	let program: AnyNode;
	try {
		program = parse(source, {ecmaVersion: 'latest', allowReturnOutsideFunction: true, allowAwaitOutsideFunction: true});
	} catch {
		return reading;
	}
	const variables = new Map<string, Known>();
	const visit = (node: AnyNode, depth: number): void => {
		if (depth > deepest) return;
		if (node.type === 'VariableDeclarator' && node.id.type === 'Identifier' && node.init) {
			const value = knownOf(node.init, variables);
			if (value) variables.set(node.id.name, value);
		} else if (node.type === 'AssignmentExpression' && node.left.type === 'Identifier' && node.operator === '=') {
			const value = knownOf(node.right, variables);
			if (value) variables.set(node.left.name, value);
		} else if (node.type === 'CallExpression') readCall(node, variables, reading);
		for (const child of childrenOf(node)) visit(child, depth + 1);
	};
	visit(program, 0);
	return reading;
}

function* childrenOf(node: AnyNode): Generator<AnyNode> {
	for (const value of Object.values(node)) {
		const some: unknown[] = Array.isArray(value) ? value : [value];
		for (const one of some)
			if (typeof one === 'object' && one !== null && typeof (one as {type?: unknown}).type === 'string')
				yield one as AnyNode;
	}
}

const stores = /^(?:environment|globals|collectionVariables|variables)$/;
const setters = /^set(?:Environment|Global|Collection)Variable$/;

function readCall(node: CallExpression, variables: ReadonlyMap<string, Known>, reading: ScriptReading): void {
	const [name, owner] = calledName(node);
	const [first, second] = node.arguments as Expression[];
	if (name === undefined) return;
	if ((name === 'set' && owner !== undefined && stores.test(owner)) || setters.test(name)) {
		const variable = first && constantOf(first);
		const value = second && knownOf(second, variables);
		if (typeof variable === 'string' && value && 'pointer' in value)
			reading.captures.push({variable: variable.slice(0, 200), ...value});
	} else if (name === 'status' && first) {
		const status = constantOf(first);
		if (isStatus(status)) reading.checks.push({type: 'status', oneOf: [status]});
	} else if (name === 'oneOf' && first) {
		const place = expected(node, variables);
		const some = constantOf(first);
		if (place?.in === 'status' && Array.isArray(some) && some.every(isStatus))
			reading.checks.push({type: 'status', oneOf: some});
	} else if (/^(?:eql?|equals?|deep\.equal)$/.test(name) && first) {
		const place = expected(node, variables);
		const value = constantOf(first);
		if (place?.in === 'status' && isStatus(value)) reading.checks.push({type: 'status', oneOf: [value]});
		else if (place?.in === 'body' && value !== undefined)
			reading.checks.push({type: 'equals', pointer: place.pointer, value});
	}
}

const isStatus = (value: unknown): value is number =>
	typeof value === 'number' && Number.isInteger(value) && value >= 100 && value < 600;

/** Name of the function that is called, and of the object it belongs to. */
function calledName({callee}: CallExpression): [string?, string?] {
	if (callee.type === 'Identifier') return [callee.name];
	if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier' || callee.computed) return [];
	const {object} = callee;
	const owner =
		object.type === 'Identifier'
			? object.name
			: object.type === 'MemberExpression' && object.property.type === 'Identifier'
				? object.property.name
				: undefined;
	return [callee.property.name, owner];
}

/** What `pm.expect(x)…` at the beginning of a chain is about; null when it is negated or no place of the answer. */
function expected(node: CallExpression, variables: ReadonlyMap<string, Known>) {
	let current: AnyNode = node.callee as AnyNode;
	for (let step = 0; step < 20; step++) {
		if (current.type === 'MemberExpression') {
			if (current.property.type === 'Identifier' && current.property.name === 'not') return null;
			current = current.object;
		} else if (current.type === 'CallExpression') {
			const [name] = calledName(current);
			const [first] = current.arguments as Expression[];
			if (name === 'expect') {
				const value = first && knownOf(first, variables);
				return value && 'pointer' in value ? value : null;
			}
			current = current.callee as AnyNode;
		} else return null;
	}
	return null;
}

const body: Known = {in: 'body', pointer: '$'};

/** A place of the answer or a constant that an expression stands for; null for everything else. */
function knownOf(node: Expression, variables: ReadonlyMap<string, Known>, depth = 0): Known | null {
	if (depth > 50) return null;
	switch (node.type) {
		case 'Identifier':
			return variables.get(node.name) ?? null;
		case 'ChainExpression':
			return knownOf(node.expression, variables, depth + 1);
		case 'AwaitExpression':
			return knownOf(node.argument, variables, depth + 1);
		case 'MemberExpression':
			return memberOf(node, variables, depth);
		case 'CallExpression': {
			const [name, owner] = calledName(node);
			const [first] = node.arguments as Expression[];
			if (name === 'json' && (owner === 'response' || owner === 'res')) return body;
			if (name === 'parse' && owner === 'JSON' && first) return isAnswerText(first) ? body : null;
			if (name === 'get' && owner === 'headers' && first) {
				const header = constantOf(first);
				return typeof header === 'string' ? {in: 'header', pointer: header} : null;
			}
			// `String(json.id)`, `json.id.toString()`: the same value as text.
			if (name === 'String' && first) return knownOf(first, variables, depth + 1);
			if (name === 'toString' && node.callee.type === 'MemberExpression' && node.callee.object.type !== 'Super')
				return knownOf(node.callee.object, variables, depth + 1);
			return null;
		}
		default: {
			const constant = constantOf(node);
			return constant === undefined ? null : {constant};
		}
	}
}

function isAnswerText(node: Expression): boolean {
	if (node.type === 'Identifier') return node.name === 'responseBody';
	if (node.type !== 'CallExpression') return false;
	const [name, owner] = calledName(node);
	return name === 'text' && owner === 'response';
}

function memberOf(
	node: Extract<Expression, {type: 'MemberExpression'}>,
	variables: ReadonlyMap<string, Known>,
	depth: number,
): Known | null {
	const {object, property, computed} = node;
	if (object.type === 'Super') return null;
	const key = computed
		? constantOf(property as Expression)
		: property.type === 'Identifier'
			? property.name
			: undefined;
	if (object.type === 'Identifier' && object.name === 'responseCode' && key === 'code')
		return {in: 'status', pointer: ''};
	if (
		object.type === 'MemberExpression' &&
		object.property.type === 'Identifier' &&
		object.property.name === 'response' &&
		(key === 'code' || key === 'status')
	)
		return {in: 'status', pointer: ''};
	const of = knownOf(object, variables, depth + 1);
	if (!of || !('pointer' in of) || of.in !== 'body') return null;
	if (typeof key === 'number') return {in: 'body', pointer: `${of.pointer}[${key}]`};
	return typeof key === 'string' ? {in: 'body', pointer: of.pointer + member(key)} : null;
}

const member = (key: string) => (/^[A-Za-z_]\w*$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`);

/** A constant of a script; undefined when it is none. */
function constantOf(node: Expression, depth = 0): unknown {
	if (depth > 8) return undefined;
	if (node.type === 'Literal')
		return node.regex !== undefined || typeof node.value === 'bigint' ? undefined : node.value;
	if (node.type === 'TemplateLiteral' && node.expressions.length === 0)
		return node.quasis[0]?.value.cooked ?? undefined;
	if (node.type === 'UnaryExpression' && node.operator === '-') {
		const value = constantOf(node.argument, depth + 1);
		return typeof value === 'number' ? -value : undefined;
	}
	if (node.type === 'ArrayExpression') {
		const some = node.elements.map(one =>
			one === null || one.type === 'SpreadElement' ? undefined : constantOf(one, depth + 1),
		);
		return some.includes(undefined) ? undefined : some;
	}
	return undefined;
}
