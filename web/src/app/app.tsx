import { Provider } from 'react-redux';
import { BrowserRouter } from 'react-router-dom';
import { AppRoutes } from './app-routes.js';
import { ErrorBoundary } from './error-boundary.js';
import { ProductsProvider } from '../domain/products.js';
import { PartLoadNotice } from './part-load-notice.js';
import { PRODUCTS } from './products.js';
import { store } from './store.js';

export function App() {
  return (
    <ErrorBoundary>
      <Provider store={store}>
        <BrowserRouter>
          <PartLoadNotice />
          <ProductsProvider value={PRODUCTS}>
            <AppRoutes />
          </ProductsProvider>
        </BrowserRouter>
      </Provider>
    </ErrorBoundary>
  );
}
