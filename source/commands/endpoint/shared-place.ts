import type {Argument} from '../argument.ts';

const form = /^(?:path|query|header):\S+$|^body:\$\S*$/;

export const endpointArgument: Argument<string> = {
	name: 'endpoint',
	summary: 'Endpoint: its id, or "METHOD path"',
	required: true,
	variadic: false,
	check: value => (value.trim() === '' ? {reason: 'id', text: 'must be an id or "METHOD path"'} : undefined),
};

export const placeArgument: Argument<string> = {
	name: 'place',
	summary: 'Place of the request: path:userId, query:userId, body:$.items[*].productId',
	required: true,
	variadic: false,
	check: value =>
		form.test(value)
			? undefined
			: {reason: 'place', text: 'must be path:<name>, query:<name>, header:<name> or body:$.<field>'},
};
