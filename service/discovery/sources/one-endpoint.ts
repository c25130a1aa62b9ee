import {createDrafts, type Mention} from './endpoint-drafts.ts';
import {noNotes, type SourceReading} from './source-reading.ts';

/** An API with one address, for which planning makes no rows: what is asked for stands in the body. */
const oneEndpoint = (mention: Pick<Mention, 'path' | 'summary' | 'protocol'>): SourceReading => ({
	endpoints: {
		[Symbol.iterator]() {
			const drafts = createDrafts();
			drafts.add({...mention, method: 'POST', line: null, body: {contentType: 'application/json'}});
			return drafts.endpoints();
		},
	},
	notes: () => noNotes,
});

export const graphqlEndpoint = oneEndpoint({path: '/graphql', summary: 'GraphQL', protocol: 'graphql'});
export const rpcEndpoint = oneEndpoint({path: '/', summary: 'JSON-RPC', protocol: 'json-rpc'});
