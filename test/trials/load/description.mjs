// Descriptions of a large API, as those of code hosts are written: many paths, shared schemas, long remarks.
import {stringify} from 'yaml';

const nouns = ['repo', 'issue', 'comment', 'label', 'milestone', 'release', 'branch', 'hook', 'deployment', 'review'];
const shared = (name, n) => ({
	type: 'object',
	title: `${name} ${n}`,
	required: ['id', 'name'],
	properties: {
		id: {type: 'integer', format: 'int64', examples: [n]},
		node_id: {type: 'string', example: `MDEwOlJlcG9zaXRvcnkx${n}`},
		name: {type: 'string', description: `The name of the ${name}; unique among those of its owner.`},
		owner: {$ref: '#/components/schemas/owner'},
		url: {type: 'string', format: 'uri', example: `https://api.example.com/${name}s/${n}`},
		created_at: {type: 'string', format: 'date-time'},
		private: {type: 'boolean', default: false},
		permissions: {
			type: 'object',
			properties: Object.fromEntries(['admin', 'pull', 'push'].map(right => [right, {type: 'boolean'}])),
		},
	},
});

function operation(noun, n, method) {
	const body = {'application/json': {schema: {$ref: `#/components/schemas/${noun}-${n}`}}};
	return {
		summary: `${method} a ${noun}`,
		description: `Works on the ${noun} of an owner. ${'Anybody who may read the repository can use this endpoint. '.repeat(4)}`,
		tags: [`${noun}s`],
		operationId: `${noun}s/${method}-${n}`,
		parameters: [
			{name: 'owner', in: 'path', required: true, schema: {type: 'string'}, description: 'The account, by its name.'},
			{name: 'per_page', in: 'query', schema: {type: 'integer', default: 30}, description: 'Results of one page.'},
		],
		...(method === 'post' ? {requestBody: {required: true, content: body}} : {}),
		responses: {
			[method === 'post' ? 201 : 200]: {description: 'Response', content: body},
			404: {
				description: 'Resource not found',
				content: {'application/json': {schema: {$ref: '#/components/schemas/basic-error'}}},
			},
		},
	};
}

/**
 * @param {number} bytes about how long it is to be
 * @param {'json' | 'yaml'} form
 */
export function largeDescription(bytes, form) {
	const paths = {};
	const schemas = {
		owner: {type: 'object', properties: {login: {type: 'string'}, id: {type: 'integer'}}},
		'basic-error': {type: 'object', properties: {message: {type: 'string'}}},
	};
	const root = {openapi: '3.0.3', info: {title: 'Large', version: '1'}, paths, components: {schemas}};
	const text = () =>
		form === 'json' ? JSON.stringify(root, null, 2) : stringify(root, {aliasDuplicateObjects: false});
	const add = n => {
		const noun = nouns[n % nouns.length];
		schemas[`${noun}-${n}`] = shared(noun, n);
		paths[`/repos/{owner}/${noun}s-${n}`] = {get: operation(noun, n, 'get'), post: operation(noun, n, 'post')};
	};
	for (let n = 0; n < 20; n++) add(n);
	const count = Math.floor((bytes / text().length) * 20);
	for (let n = 20; n < count; n++) add(n);
	return text();
}
