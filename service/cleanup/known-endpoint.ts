import type {EndpointId} from '../../contract/ids.ts';
import type {ApiOperation} from '../inference/api-operation.ts';
import {lazily} from '../inference/delete-index.ts';
import {type RestForm, restForms} from '../inference/verb-style/rest-form.ts';
import {pairing} from '../inference/pairs.ts';

/** An operation of the API that is known from a document or from the list of endpoints. */
export type KnownEndpoint = ApiOperation & {endpointId: EndpointId; basePath: string};

/** A row of the store; null: the shape says nothing that is needed. */
type StoredEndpoint = {
	id: string;
	method: string;
	path: string;
	base_path: string;
	request_shape: string | null;
	response_shape: string | null;
};

/** An endpoint as the store keeps it. Its shapes are large, and most are never looked at: each is parsed when it is. */
export function knownEndpoint(row: StoredEndpoint): KnownEndpoint {
	const request = lazily(() => parsed<ApiOperation['requestShape']>(row.request_shape));
	const response = lazily(() => parsed<ApiOperation['responseShape']>(row.response_shape));
	return {
		endpointId: row.id,
		method: row.method,
		path: row.path,
		basePath: row.base_path,
		get requestShape() {
			return request();
		},
		get responseShape() {
			return response();
		},
	};
}

const parsed = <Shape>(json: string | null): Shape | null => (json === null ? null : (JSON.parse(json) as Shape));

/** A creating endpoint with its own shapes. */
type Creating = StoredEndpoint & {summary: string | null};

/**
 * Finds the endpoint that deletes what another one creates, among the endpoints of a project: by their paths, and by the
 * records that their shapes describe. Null: there is none.
 */
export function findDeleteEndpoint(endpoints: readonly StoredEndpoint[]): (creating: Creating) => string | null {
	const known = endpoints.map(knownEndpoint);
	const forms = restForms(known);
	// Only what has another form is copied: shapes are parsed when they are looked at.
	const find = pairing(known.map(one => inForm(one, forms.get(one))));
	const formOf = new Map([...forms].map(([one, form]) => [one.endpointId, form]));
	return creating => {
		const one = inForm(knownEndpoint(creating), formOf.get(creating.id));
		return find({...one, summary: creating.summary})?.deletion.endpointId ?? null;
	};
}

/** An endpoint without what names the record in its query or body: that stands in the path of its form. */
export function inForm(endpoint: KnownEndpoint, form: RestForm | undefined): KnownEndpoint {
	if (!form) return endpoint;
	const {endpointId, basePath, summary = null, responseShape = null, requestShape} = endpoint;
	const query = (requestShape?.query ?? []).filter(({name}) => name !== form.named?.name);
	const isBare = form.method === 'DELETE' || form.method === 'GET';
	return {
		endpointId,
		basePath,
		summary,
		responseShape,
		method: form.method,
		path: form.path,
		requestShape: requestShape ? {...requestShape, query, body: isBare ? null : requestShape.body} : null,
	};
}
