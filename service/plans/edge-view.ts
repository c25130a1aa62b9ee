import {createHash} from 'node:crypto';
import type {Edge} from '../../contract/edge.ts';
import type {EndpointId} from '../../contract/ids.ts';
import {type Candidate, type PlannedEdge, sure} from './kinds/candidate.ts';

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

/** Id of the edge into a place: the same as long as endpoint and place are. */
export function edgeIdOf(endpointId: EndpointId, place: string): string {
	const bytes = createHash('sha256').update(`${endpointId} ${place}`).digest();
	return `edg_${[...bytes.subarray(0, 26)].map(byte => alphabet[byte % 32]).join('')}`;
}

/** An edge as the contract shows it. */
export function edgeView(edge: PlannedEdge): Edge {
	const {consumer, place, producer, state, alternatives, environmentKey} = edge;
	return {
		edgeId: edgeIdOf(consumer.endpoint.endpointId, place),
		consumerEndpointId: consumer.endpoint.endpointId,
		consumerEndpointPath: consumer.key,
		place,
		producer: producer && producerView(producer),
		variable: edge.variable,
		renamed: edge.renamed === true,
		score: producer?.score ?? 0,
		state,
		guessed: producer !== null && producer.score < sure,
		ambiguous: edge.ambiguous,
		confirmed: edge.confirmed,
		reason: edge.reason,
		alternatives: alternatives.slice(0, 10).map(producerView),
		...(edge.value === undefined ? {} : {value: edge.value}),
		environmentKey,
	};
}

const producerView = ({operation, pointer, score, reason, kind}: Candidate) => ({
	endpointId: operation.endpoint.endpointId,
	endpointPath: operation.key,
	pointer: pointer.startsWith('list:') ? `$[*].${kind?.listHandle ?? 'id'}` : pointer.replace(/^sent:/, ''),
	score,
	reason,
});
