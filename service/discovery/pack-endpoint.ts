import {createHash} from 'node:crypto';
import type {EndpointDetail} from '../domain/endpoint-detail.ts';
import type {DocumentEndpoint} from './document-endpoints.ts';

/** An endpoint whose answers name their schemas: many answer the same ones, errors above all. */
export type PackedEndpoint = Omit<DocumentEndpoint, 'detail'> & {detail: EndpointDetail<string | null>};

/** Name of a schema: the same text has the same name. */
const shapeName = (json: string): string => createHash('sha256').update(json).digest('base64url').slice(0, 22);

/** Packs the endpoints of one document; a schema is handed on once. */
export function createPacker() {
	const known = new Set<string>();
	let shapes = new Map<string, string>();
	return {
		pack(endpoint: DocumentEndpoint): PackedEndpoint {
			const answers = endpoint.detail.answers.map(answer => {
				if (answer.schema === null || answer.schema === undefined) return {...answer, schema: null};
				const json = JSON.stringify(answer.schema);
				const name = shapeName(json);
				if (!known.has(name)) {
					known.add(name);
					shapes.set(name, json);
				}
				return {...answer, schema: name};
			});
			return {...endpoint, detail: {...endpoint.detail, answers}};
		},
		/** Schemas that were not handed on before, by name. */
		newShapes(): ReadonlyMap<string, string> {
			const some = shapes;
			shapes = new Map();
			return some;
		},
	};
}
