export function sampleOf(schema: object | undefined): unknown;

export function nested(kind: 'lists' | 'objects' | 'both', depth: number): string;
